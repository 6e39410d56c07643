package dev.butlerlabs.butler.sandbox.node.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.sandbox.node.plan.PodFacts;
import dev.butlerlabs.butler.sandbox.node.plan.PodStatus;
import dev.butlerlabs.butler.sandbox.node.plan.PodView;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder;
import dev.butlerlabs.butler.sandbox.node.pod.PodOrder;
import dev.butlerlabs.butler.sandbox.node.pod.PodOrder.RestartPolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One pod, from the moment it is given to this node until nothing of it is left. */
public final class PodRun {

  /** New connections go elsewhere before the pod is told to end. */
  private static final Duration AFTER_LEAVING = Duration.ofMillis(100);

  /** What a sidecar gets when the others took all the time there was. */
  private static final Duration LAST_GRACE = Duration.ofSeconds(2);

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  private final NodeScene node;
  private final PodScene scene;
  private final PodOrder order;
  private final Mailbox mailbox;
  private final List<ContainerRun> init = new ArrayList<>();
  private final List<ContainerRun> main = new ArrayList<>();
  private final Runnable follower;
  private final Instant since;
  private JsonNode stored;
  private @Nullable ObjectNode told;
  private boolean initialized;
  private boolean stopping;
  private @Nullable Instant endBy;
  private boolean ended;
  private boolean lookingAgain;
  private @Nullable Instant renewal;

  private PodRun(NodeScene node, PodOrder order, String podIp, JsonNode stored) {
    this.node = node;
    this.order = order;
    this.stored = stored;
    this.mailbox = new Mailbox(order.pod().toString());
    this.since = node.timeline().instant();
    var facts = new PodFacts(order, podIp, node.nodeName(), node.nodeIp());
    this.scene = new PodScene(node, facts, new PodVolumes(node, facts), mailbox, this::advance);
    this.follower = () -> mailbox.post(this::advance);
    for (var container : order.initContainers()) {
      var policy = container.sidecar() ? RestartPolicy.ALWAYS : initPolicy();
      init.add(new ContainerRun(container, scene, policy, restarts(container)));
    }
    for (var container : order.containers()) {
      main.add(new ContainerRun(container, scene, order.restartPolicy(), restarts(container)));
    }
  }

  /** Takes the pod on: begins to follow what it leans on and to run it. */
  public static PodRun begin(NodeScene node, PodOrder order, String podIp, JsonNode stored) {
    var run = new PodRun(node, order, podIp, stored);
    order.references().forEach(reference -> node.feed().follow(reference, run.follower));
    run.mailbox.post(run::advance);
    return run;
  }

  private RestartPolicy initPolicy() {
    return order.restartPolicy() == RestartPolicy.NEVER
        ? RestartPolicy.NEVER
        : RestartPolicy.ON_FAILURE;
  }

  /** A container of an earlier life of this node has ended with it. */
  private int restarts(ContainerOrder container) {
    for (var list : List.of("containerStatuses", "initContainerStatuses")) {
      for (var status : stored.path("status").path(list)) {
        if (status.path("name").asText().equals(container.name()) && status.has("containerID")) {
          return status.path("restartCount").asInt() + 1;
        }
      }
    }
    return 0;
  }

  /** The pod as it is stored has changed. */
  public void changed(JsonNode pod) {
    mailbox.post(
        () -> {
          stored = pod;
          if (pod.at("/metadata").has("deletionTimestamp")) {
            leave(Duration.ofSeconds(pod.at("/metadata/deletionGracePeriodSeconds").asLong(30)));
          }
        });
  }

  /** Ends the pod, giving its containers at most this long. */
  public void stop(Duration grace) {
    mailbox.post(() -> leave(grace));
  }

  /** Whether that run of the container still writes its log; may be asked from any thread. */
  public boolean runs(String container, String log) {
    return all().anyMatch(run -> run.order().name().equals(container) && run.writes(log));
  }

  /** The names of Services changed. */
  public void renameServices() {
    mailbox.post(
        () ->
            all().filter(ContainerRun::runs).forEach(run -> scene.writeHosts(run.order().name())));
  }

  private Stream<ContainerRun> all() {
    return Stream.concat(init.stream(), main.stream());
  }

  private void leave(Duration grace) {
    if (stopping) {
      return;
    }
    stopping = true;
    tell();
    scene.event(false, "Killing", "stopping the pod");
    var run = all().anyMatch(ContainerRun::runs);
    node.timeline()
        .at(
            scene.now().plus(run ? AFTER_LEAVING : Duration.ZERO),
            () -> mailbox.post(() -> stopContainers(grace)));
  }

  private void stopContainers(Duration grace) {
    endBy = scene.now().plus(grace);
    main.forEach(container -> container.stop(grace));
    init.stream().filter(run -> !run.order().sidecar()).forEach(run -> run.stop(grace));
    advance();
  }

  /** Sidecars serve the others to the end, and the ones started later. */
  private void stopNextSidecar() {
    if (endBy == null || !main.stream().allMatch(ContainerRun::stopped)) {
      return;
    }
    for (var sidecar : init.reversed()) {
      var left = Duration.between(scene.now(), endBy);
      sidecar.stop(left.compareTo(LAST_GRACE) < 0 ? LAST_GRACE : left);
      if (!sidecar.stopped()) {
        return;
      }
    }
  }

  private void advance() {
    if (ended) {
      return;
    }
    try {
      if (!stopping) {
        startWhatIsDue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    stopNextSidecar();
    tell();
    if (stopping && all().allMatch(ContainerRun::stopped)) {
      end();
    }
  }

  private void startWhatIsDue() throws InterruptedException {
    var missing = scene.volumes().refresh();
    renewTokensInTime();
    if (missing.isPresent()) {
      all().forEach(run -> run.waitFor("ContainerCreating", missing.get().sentence()));
      lookAgainLater();
      return;
    }
    for (var container : init) {
      container.startIfDue();
      var through = container.order().sidecar() ? container.started() : container.endedWell();
      if (!through && !initialized) {
        main.forEach(run -> run.waitFor("PodInitializing", ""));
        return;
      }
    }
    initialized = true;
    for (var container : main) {
      container.startIfDue();
    }
  }

  /** Not everything that is missing can be watched. */
  private void lookAgainLater() {
    if (!lookingAgain) {
      lookingAgain = true;
      node.timeline().at(scene.now().plus(LOOK_AGAIN), () -> mailbox.post(this::lookAgain));
    }
  }

  private void lookAgain() {
    lookingAgain = false;
    advance();
  }

  private void renewTokensInTime() {
    var next = scene.volumes().nextRenewal();
    if (next.isPresent() && !next.get().equals(renewal)) {
      renewal = next.get();
      node.timeline().at(next.get(), follower);
    }
  }

  private void tell() {
    var view =
        new PodView(
            scene.facts().podIp(),
            node.nodeIp(),
            since,
            List.of(),
            order.restartPolicy() != RestartPolicy.NEVER,
            stopping,
            initialized,
            init.stream().map(ContainerRun::view).toList(),
            main.stream().map(ContainerRun::view).toList());
    var before = told == null ? stored.path("status") : told;
    var status = PodStatus.of(view, before, scene.now());
    if (!status.equals(told)) {
      told = status;
      node.reports().reachable(order, view.podIp(), ready(status));
      node.reports().status(order.pod(), status, adaptations());
    }
  }

  private static boolean ready(JsonNode status) {
    for (var condition : status.path("conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private List<String> adaptations() {
    var told = new ArrayList<String>();
    told.add("localhost is " + scene.facts().podIp());
    var ignored = new TreeSet<String>();
    all().forEach(run -> ignored.addAll(node.launcher().groups().ignored(run.order().limits())));
    if (!ignored.isEmpty()) {
      told.add("not enforced: limits of " + String.join(", ", ignored));
    }
    order
        .volumes()
        .forEach(volume -> volume.ignored().forEach(ask -> told.add("not enforced: " + ask)));
    all().forEach(run -> run.changes().forEach(text -> told.add(run.order().name() + ": " + text)));
    return told;
  }

  private void end() {
    ended = true;
    order.references().forEach(reference -> node.feed().letGo(reference, follower));
    try {
      node.launcher().folders().remove(order.pod());
    } catch (IOException e) {
      scene.event(true, "FailedCleanup", "its files could not be removed: " + e.getMessage());
    }
    node.reports().ended(order.pod());
  }
}
