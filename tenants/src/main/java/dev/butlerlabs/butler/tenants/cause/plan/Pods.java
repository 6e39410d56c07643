package dev.butlerlabs.butler.tenants.cause.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Why a pod does not run. */
final class Pods {

  private static final Set<String> USUAL = Set.of("", "ContainerCreating", "PodInitializing");

  private Pods() {}

  static Optional<Suspect> trouble(Part pod) {
    if (pod.holds("Ready") || pod.leaving().isPresent()) {
      return Optional.empty();
    }
    return unscheduled(pod).or(() -> container(pod)).or(() -> Optional.of(starting(pod)));
  }

  private static Optional<Suspect> unscheduled(Part pod) {
    return pod.complaint("PodScheduled")
        .map(
            said ->
                Suspect.of(
                    Layer.PODS,
                    Weight.TROUBLE,
                    pod,
                    said.reason(),
                    Words.quoting(said.message()),
                    said.since()));
  }

  private static Optional<Suspect> container(Part pod) {
    return Stream.of("/status/initContainerStatuses", "/status/containerStatuses")
        .flatMap(place -> pod.each(place).stream())
        .filter(one -> !USUAL.contains(waiting(one).path("reason").asText("")))
        .findFirst()
        .map(one -> halted(pod, one));
  }

  private static Suspect halted(Part pod, JsonNode container) {
    var waiting = waiting(container);
    var last = container.at("/lastState/terminated");
    var killed = last.path("reason").asText("").equals("OOMKilled");
    var ended =
        last.isMissingNode()
            ? ""
            : ", after it ended with exit code %d (%s)"
                .formatted(last.path("exitCode").asInt(), last.path("reason").asText("Error"));
    var what =
        "container %s: %s%s".formatted(container.path("name").asText(), told(waiting), ended);
    return Suspect.of(
        Layer.PODS,
        Weight.TROUBLE,
        pod,
        killed ? "OOMKilled" : waiting.path("reason").asText(),
        Words.quoting(what),
        pod.condition("Ready").map(Said::since).orElse(pod.born()));
  }

  private static String told(JsonNode waiting) {
    var message = waiting.path("message").asText("");
    return message.isEmpty() ? waiting.path("reason").asText() : message;
  }

  private static JsonNode waiting(JsonNode container) {
    return container.at("/state/waiting");
  }

  private static Suspect starting(Part pod) {
    var words = new Words("it is being started", "", "");
    return Suspect.of(Layer.PODS, Weight.WAITING, pod, "RollingOut", words, pod.born());
  }
}
