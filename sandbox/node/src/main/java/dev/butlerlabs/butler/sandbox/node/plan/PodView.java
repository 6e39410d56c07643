package dev.butlerlabs.butler.sandbox.node.plan;

import java.time.Instant;
import java.util.List;

/**
 * What is seen of one pod at one moment.
 *
 * @param refusals what in the pod cannot be done here; empty when all can
 * @param restarts whether a container that ended may be started again
 * @param initialized whether all init containers are through
 */
public record PodView(
    String podIp,
    String nodeIp,
    Instant since,
    List<String> refusals,
    boolean restarts,
    boolean stopping,
    boolean initialized,
    List<ContainerView> initContainers,
    List<ContainerView> containers) {

  public PodView {
    refusals = List.copyOf(refusals);
    initContainers = List.copyOf(initContainers);
    containers = List.copyOf(containers);
  }
}
