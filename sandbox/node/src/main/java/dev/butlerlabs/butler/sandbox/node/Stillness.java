package dev.butlerlabs.butler.sandbox.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.sandbox.node.plan.ContainerView;
import dev.butlerlabs.butler.sandbox.node.plan.ContainerView.State;
import dev.butlerlabs.butler.sandbox.node.plan.Missing;
import dev.butlerlabs.butler.sandbox.node.plan.PodStatus;
import dev.butlerlabs.butler.sandbox.node.plan.PodView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The status of pods for which nothing runs: the refused and the simulated. */
record Stillness(String nodeIp) {

  ObjectNode refused(JsonNode pod, String podIp, List<String> reasons, Instant now) {
    var state = new State.Waiting(Missing.CONFIG, String.join("; ", reasons));
    return status(pod, podIp, reasons, state, state, now);
  }

  ObjectNode simulated(JsonNode pod, String podIp, Instant now) {
    return status(
        pod,
        podIp,
        List.of(),
        new State.Ended(0, "Completed", "simulated", now, now, "simulated://"),
        new State.Running(now, "simulated://"),
        now);
  }

  private ObjectNode status(
      JsonNode pod, String podIp, List<String> reasons, State init, State main, Instant now) {
    var view =
        new PodView(
            podIp,
            nodeIp,
            now,
            reasons,
            true,
            false,
            reasons.isEmpty(),
            views(pod.at("/spec/initContainers"), init),
            views(pod.at("/spec/containers"), main));
    return PodStatus.of(view, pod.path("status"), now);
  }

  private static List<ContainerView> views(JsonNode containers, State state) {
    var views = new ArrayList<ContainerView>();
    for (var container : containers) {
      var good = !(state instanceof State.Waiting);
      views.add(
          new ContainerView(
              container.path("name").asText(),
              container.path("image").asText(),
              state,
              good,
              good,
              0,
              null));
    }
    return views;
  }
}
