package dev.butlerlabs.butler.sandbox.node.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.sandbox.node.plan.ContainerView.State;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/** The status of a pod as Kubernetes writes it, computed from what was seen. */
public final class PodStatus {

  /** Says whether everything the pod asks for can be done here. */
  public static final String SUPPORTED = "sandbox.butler.butlerlabs.dev/Supported";

  private static final Set<String> OURS =
      Set.of("PodReadyToStartContainers", "Initialized", "ContainersReady", "Ready", SUPPORTED);

  private final PodView view;
  private final JsonNode before;
  private final Instant now;

  private PodStatus(PodView view, JsonNode before, Instant now) {
    this.view = view;
    this.before = before;
    this.now = now;
  }

  /**
   * The status to be written.
   *
   * @param before the status as it is stored, for the times of conditions that did not change and
   *     for conditions of others
   */
  public static ObjectNode of(PodView view, JsonNode before, Instant now) {
    return new PodStatus(view, before, now).status();
  }

  private ObjectNode status() {
    var status = JsonNodeFactory.instance.objectNode();
    status.put("phase", phase());
    status.put("hostIP", view.nodeIp());
    status.putArray("hostIPs").addObject().put("ip", view.nodeIp());
    status.put("podIP", view.podIp());
    status.putArray("podIPs").addObject().put("ip", view.podIp());
    status.put("startTime", time(view.since()));
    status.put("qosClass", before.path("qosClass").asText("BestEffort"));
    conditions(status);
    containers(status, "initContainerStatuses", view.initContainers());
    containers(status, "containerStatuses", view.containers());
    return status;
  }

  private String phase() {
    var all = view.containers();
    // Whoever counts pods that still end must find this one until its sidecars have ended too.
    var ended =
        all.stream().allMatch(ContainerView::ended)
            && view.initContainers().stream().noneMatch(ContainerView::running);
    if (view.initialized() && !all.isEmpty() && ended && !(view.restarts() && !view.stopping())) {
      return all.stream().allMatch(ContainerView::endedWell) ? "Succeeded" : "Failed";
    }
    var initFailed = view.initContainers().stream().anyMatch(c -> c.ended() && !c.endedWell());
    if (initFailed && (view.stopping() || !view.restarts())) {
      return "Failed";
    }
    var begun = all.stream().anyMatch(c -> c.running() || c.ended() || c.last() != null);
    return view.initialized() && begun ? "Running" : "Pending";
  }

  private void conditions(ObjectNode status) {
    var conditions = status.putArray("conditions");
    for (var condition : before.path("conditions")) {
      if (!OURS.contains(condition.path("type").asText())) {
        conditions.add(condition);
      }
    }
    var refused = !view.refusals().isEmpty();
    var ready = !refused && view.initialized() && allReady();
    var why = refused ? "Unsupported" : ready ? "" : "ContainersNotReady";
    var message = refused ? String.join("; ", view.refusals()) : ready ? "" : notReady();
    conditions.add(condition("PodReadyToStartContainers", !refused, "", ""));
    conditions.add(
        condition(
            "Initialized",
            view.initialized(),
            view.initialized() ? "" : refused ? "Unsupported" : "ContainersNotInitialized",
            view.initialized() ? "" : message));
    conditions.add(condition("ContainersReady", ready, why, message));
    conditions.add(condition("Ready", ready, why, message));
    conditions.add(
        condition(
            SUPPORTED,
            !refused,
            refused ? "Unsupported" : "",
            refused ? message + "; the process node of the sandbox cannot do this" : ""));
  }

  private boolean allReady() {
    var sidecars = view.initContainers().stream().filter(ContainerView::running);
    return !view.stopping()
        && view.containers().stream().allMatch(ContainerView::ready)
        && sidecars.allMatch(ContainerView::ready);
  }

  private String notReady() {
    var names =
        view.containers().stream().filter(c -> !c.ready()).map(ContainerView::name).toList();
    return "containers with unready status: " + names;
  }

  private ObjectNode condition(String type, boolean holds, String reason, String message) {
    var status = holds ? "True" : "False";
    var condition = JsonNodeFactory.instance.objectNode();
    condition.put("type", type).put("status", status);
    if (!reason.isEmpty()) {
      condition.put("reason", reason);
    }
    if (!message.isEmpty()) {
      condition.put("message", message);
    }
    var since = time(now);
    for (var old : before.path("conditions")) {
      if (old.path("type").asText().equals(type) && old.path("status").asText().equals(status)) {
        since = old.path("lastTransitionTime").asText(since);
      }
    }
    return condition.put("lastTransitionTime", since);
  }

  private static void containers(ObjectNode status, String field, List<ContainerView> containers) {
    if (containers.isEmpty()) {
      return;
    }
    var array = status.putArray(field);
    for (var container : containers) {
      var node = array.addObject();
      node.put("name", container.name()).put("image", container.image());
      node.put("imageID", "process://" + container.image());
      node.put("ready", container.ready()).put("started", container.started());
      node.put("restartCount", container.restarts());
      state(node, "state", container.state());
      var last = container.last();
      if (last == null) {
        node.putObject("lastState");
      } else {
        state(node, "lastState", last);
      }
    }
  }

  private static void state(ObjectNode container, String field, State state) {
    var node = container.putObject(field);
    switch (state) {
      case State.Waiting(var reason, var message) -> {
        var waiting = node.putObject("waiting").put("reason", reason);
        if (!message.isEmpty()) {
          waiting.put("message", message);
        }
      }
      case State.Running(var since, var id) -> {
        node.putObject("running").put("startedAt", time(since));
        container.put("containerID", id);
      }
      case State.Ended ended -> {
        node.putObject("terminated")
            .put("exitCode", ended.exitCode())
            .put("reason", ended.reason())
            .put("message", ended.message())
            .put("startedAt", time(ended.since()))
            .put("finishedAt", time(ended.until()))
            .put("containerID", ended.id());
        if (field.equals("state")) {
          container.put("containerID", ended.id());
        }
      }
    }
  }

  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
