package dev.butlerlabs.butler.providers.local.plan;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What is said about a pod on a simulated worker. */
public final class PodScript {

  private static final String SIMULATED = "Simulated: the pod is said to run, no container does";

  /** What is to be done about a pod. */
  public enum Act {
    LEAVE,
    RUN,
    REMOVE
  }

  private PodScript() {}

  public static Act next(Pod pod) {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return Act.REMOVE;
    }
    var phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return phase == null || phase.equals("Pending") ? Act.RUN : Act.LEAVE;
  }

  /**
   * An address for the pod.
   *
   * @param node the Node's own, which pods on its network have too
   * @param range that the tenant gave the Node for pods, {@code ""} for none
   */
  public static String address(Pod pod, String node, String range, Collection<String> taken) {
    if (Boolean.TRUE.equals(pod.getSpec().getHostNetwork())) {
      return node;
    }
    return PodRange.parse(range)
        .flatMap(known -> known.free(taken))
        .orElseGet(() -> MadeUpAddress.of(pod.getMetadata().getUid()).text());
  }

  /** As a kubelet would tell it once everything runs and is ready. */
  public static PodStatus running(Pod pod, String node, String address, Instant now) {
    var time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    var spec = pod.getSpec();
    return new PodStatusBuilder()
        .withPhase("Running")
        .withMessage(SIMULATED)
        .withHostIP(node)
        .withPodIP(address)
        .withPodIPs(new PodIP(address))
        .withStartTime(time)
        .withConditions(
            Stream.of("PodReadyToStartContainers", "Initialized", "ContainersReady", "Ready")
                .map(type -> condition(type, time))
                .toList())
        .withInitContainerStatuses(
            list(spec.getInitContainers()).stream().map(one -> started(pod, one, time)).toList())
        .withContainerStatuses(
            list(spec.getContainers()).stream().map(one -> runs(pod, one, time)).toList())
        .build();
  }

  private static List<Container> list(List<Container> given) {
    return Objects.requireNonNullElse(given, List.of());
  }

  private static PodCondition condition(String type, String time) {
    return new PodConditionBuilder()
        .withType(type)
        .withStatus("True")
        .withLastTransitionTime(time)
        .build();
  }

  /** A sidecar stays; any other has ended well before the rest starts. */
  private static ContainerStatus started(Pod pod, Container container, String time) {
    return "Always".equals(container.getRestartPolicy())
        ? runs(pod, container, time)
        : status(pod, container)
            .withNewState()
            .withNewTerminated()
            .withExitCode(0)
            .withReason("Completed")
            .withStartedAt(time)
            .withFinishedAt(time)
            .endTerminated()
            .endState()
            .build();
  }

  private static ContainerStatus runs(Pod pod, Container container, String time) {
    return status(pod, container)
        .withNewState()
        .withNewRunning()
        .withStartedAt(time)
        .endRunning()
        .endState()
        .build();
  }

  private static ContainerStatusBuilder status(Pod pod, Container container) {
    return new ContainerStatusBuilder()
        .withName(container.getName())
        .withImage(container.getImage())
        .withImageID("simulated://" + container.getImage())
        .withContainerID(
            "simulated://%s/%s".formatted(pod.getMetadata().getUid(), container.getName()))
        .withReady(true)
        .withStarted(true)
        .withRestartCount(0);
  }
}
