package dev.butlerlabs.butler.sandbox.node.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.sandbox.node.pod.PodName;
import dev.butlerlabs.butler.sandbox.node.pod.PodOrder;
import java.util.List;

/** Who is told how pods are. Calls return at once. */
public interface Reports {

  /** The pod's status changed. */
  void status(PodName pod, ObjectNode status, List<String> adaptations);

  /** Whether others may send the pod work, and at which address. */
  void reachable(PodOrder pod, String podIp, boolean ready);

  /** Nothing of the pod runs any more and it shall be forgotten. */
  void ended(PodName pod);

  /** Something worth an event happened. */
  void event(PodName pod, boolean trouble, String reason, String message);
}
