package dev.butlerlabs.butler.sandbox.node.forward;

import dev.butlerlabs.butler.sandbox.node.pod.PodOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The pods that take connections now. */
public final class PodBoard {

  /** One of them. */
  record Ready(
      String namespace, Map<String, String> labels, Map<String, Integer> ports, String ip) {

    boolean selectedBy(ServiceOrder service) {
      return namespace.equals(service.namespace())
          && labels.entrySet().containsAll(service.selector().entrySet());
    }
  }

  private final Map<String, Ready> ready = new ConcurrentHashMap<>();

  public void show(PodOrder pod, String ip) {
    ready.put(pod.pod().uid(), new Ready(pod.pod().namespace(), pod.labels(), pod.ports(), ip));
  }

  public void takeDown(String uid) {
    ready.remove(uid);
  }

  List<Ready> behind(ServiceOrder service) {
    var found = new ArrayList<Ready>();
    for (var pod : ready.values()) {
      if (pod.selectedBy(service)) {
        found.add(pod);
      }
    }
    return found;
  }
}
