package dev.butlerlabs.butler.steward.plane.plan;

import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What pods that do not come up say about it. */
public final class PodTrouble {

  /** Said by every pod on its way; they mean something only with a message. */
  private static final Set<String> USUAL = Set.of("ContainerCreating", "PodInitializing");

  private PodTrouble() {}

  /** The first complaint, in the order of the pods' names. */
  public static Optional<String> in(Collection<Pod> pods) {
    return pods.stream()
        .filter(pod -> pod.getStatus() != null && pod.getMetadata().getDeletionTimestamp() == null)
        .sorted((one, other) -> name(one).compareTo(name(other)))
        .flatMap(
            pod -> complaints(pod).map(complaint -> "pod %s: %s".formatted(name(pod), complaint)))
        .findFirst();
  }

  private static Stream<String> complaints(Pod pod) {
    var conditions =
        pod.getStatus().getConditions().stream()
            .filter(one -> "False".equals(one.getStatus()))
            .filter(one -> "PodScheduled".equals(one.getType()) || one.getType().contains("/"))
            .filter(one -> one.getMessage() != null && !one.getMessage().isBlank())
            .map(one -> one.getMessage());
    var containers =
        Stream.of(
                pod.getStatus().getInitContainerStatuses(), pod.getStatus().getContainerStatuses())
            .flatMap(List::stream)
            .flatMap(one -> complaint(one).stream());
    return Stream.concat(conditions, containers);
  }

  private static Optional<String> complaint(ContainerStatus container) {
    return Optional.ofNullable(container.getState())
        .flatMap(state -> Optional.ofNullable(state.getWaiting()))
        .filter(waiting -> !USUAL.contains(waiting.getReason()) || !message(waiting).isBlank())
        .map(
            waiting ->
                "%s waits, %s%s"
                    .formatted(
                        container.getName(),
                        waiting.getReason(),
                        message(waiting).isBlank() ? "" : ": " + message(waiting)));
  }

  private static String message(ContainerStateWaiting waiting) {
    return waiting.getMessage() == null ? "" : waiting.getMessage();
  }

  private static String name(Pod pod) {
    return pod.getMetadata().getName();
  }
}
