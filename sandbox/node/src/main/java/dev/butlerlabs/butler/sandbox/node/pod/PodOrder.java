package dev.butlerlabs.butler.sandbox.node.pod;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What one pod asks for.
 *
 * @param ports the ports that have a name
 * @param hostAliases further lines of its hosts file
 */
public record PodOrder(
    PodName pod,
    Map<String, String> labels,
    Map<String, String> annotations,
    String serviceAccount,
    RestartPolicy restartPolicy,
    int graceSeconds,
    List<ContainerOrder> initContainers,
    List<ContainerOrder> containers,
    List<Volume> volumes,
    Map<String, Integer> ports,
    List<String> hostAliases) {

  /** When a container that ended is started again. */
  public enum RestartPolicy {
    ALWAYS,
    ON_FAILURE,
    NEVER;

    public boolean restarts(int exitCode) {
      return this == ALWAYS || (this == ON_FAILURE && exitCode != 0);
    }
  }

  public PodOrder {
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    initContainers = List.copyOf(initContainers);
    containers = List.copyOf(containers);
    volumes = List.copyOf(volumes);
    ports = Map.copyOf(ports);
    hostAliases = List.copyOf(hostAliases);
  }

  public Stream<ContainerOrder> allContainers() {
    return Stream.concat(initContainers.stream(), containers.stream());
  }

  /** Every Secret and ConfigMap it leans on. */
  public Set<ObjectRef> references() {
    var references = new LinkedHashSet<ObjectRef>();
    for (var volume : volumes) {
      volume.parts().forEach(part -> part.reference(pod.namespace()).ifPresent(references::add));
    }
    allContainers()
        .flatMap(container -> container.environment().stream())
        .forEach(entry -> entry.reference(pod.namespace()).ifPresent(references::add));
    return references;
  }
}
