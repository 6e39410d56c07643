package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.kernel.Timeline.Alarm;
import dev.butlerlabs.butler.sandbox.node.plan.ContainerView;
import dev.butlerlabs.butler.sandbox.node.plan.ContainerView.State;
import dev.butlerlabs.butler.sandbox.node.plan.LaunchPlan;
import dev.butlerlabs.butler.sandbox.node.plan.RestartPause;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder;
import dev.butlerlabs.butler.sandbox.node.pod.Limits;
import dev.butlerlabs.butler.sandbox.node.pod.PodOrder.RestartPolicy;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The life of one container: started, asked, ended, started again. Lives in its pod's mailbox. */
final class ContainerRun {

  private static final Duration RETRY_START = Duration.ofSeconds(10);

  private final ContainerOrder order;
  private final PodScene pod;
  private final RestartPolicy policy;
  private final Wellbeing wellbeing;
  private State state = new State.Waiting("ContainerCreating", "");
  private State.@Nullable Ended last;
  private volatile @Nullable ContainerProcess process;
  private @Nullable Alarm alarm;
  private Instant startedAt = Instant.EPOCH;
  private List<String> changes = List.of();
  private volatile String log = "";
  private int restarts;
  private int ends;
  private boolean pausing;
  private boolean stopping;

  ContainerRun(ContainerOrder order, PodScene pod, RestartPolicy policy, int restarts) {
    this.order = order;
    this.pod = pod;
    this.policy = policy;
    this.restarts = restarts;
    this.wellbeing = new Wellbeing(order.probes(), pod, this::askedToRestart);
  }

  ContainerOrder order() {
    return order;
  }

  List<String> changes() {
    return changes;
  }

  ContainerView view() {
    return new ContainerView(
        order.name(),
        order.image(),
        state,
        wellbeing.started() || endedWell(),
        wellbeing.ready() || (endedWell() && !order.sidecar() && pod.isInit(order)),
        restarts,
        last);
  }

  boolean endedWell() {
    return state instanceof State.Ended ended && ended.exitCode() == 0;
  }

  /** A sidecar that is up. */
  boolean started() {
    return wellbeing.started();
  }

  /** Told to stop, and gone. */
  boolean stopped() {
    return stopping && process == null;
  }

  /** May be asked from any thread. */
  boolean writes(String name) {
    return process != null && log.equals(name);
  }

  boolean runs() {
    return process != null;
  }

  /** Says why it is not running, as long as it never ran. */
  void waitFor(String reason, String message) {
    if (process == null && !pausing && !(state instanceof State.Ended)) {
      state = new State.Waiting(reason, message);
    }
  }

  /** Starts it unless it runs, has ended for good or is pausing. */
  void startIfDue() throws InterruptedException {
    if (process != null || pausing || stopping || state instanceof State.Ended) {
      return;
    }
    switch (LaunchPlan.of(order, pod.node().images(), pod.facts(), pod.volumes().lookup())) {
      case LaunchPlan.NotNow(var missing) ->
          state = new State.Waiting(missing.reason(), missing.sentence());
      case LaunchPlan.Start start -> start(start);
    }
  }

  private void start(LaunchPlan.Start plan) throws InterruptedException {
    changes = plan.changes();
    try {
      log = PodFolders.logName(restarts);
      pod.writeHosts(order.name());
      var fresh =
          pod.node()
              .launcher()
              .start(pod.facts().order().pod(), order, plan, pod.volumes().mounts(order), restarts);
      process = fresh;
      startedAt = pod.now();
      state = new State.Running(startedAt, fresh.id());
      pod.event(false, "Started", "container " + order.name() + " runs as " + fresh.id());
      wellbeing.begin(fresh);
      var _ = fresh.end().thenAccept(end -> pod.mailbox().post(() -> ended(fresh, end)));
    } catch (IOException | Refusal e) {
      state = new State.Waiting("RunContainerError", String.valueOf(e.getMessage()));
      pod.event(true, "Failed", order.name() + " could not be started: " + e.getMessage());
      pause(RETRY_START, () -> pausing = false);
    }
  }

  private void ended(ContainerProcess which, ContainerProcess.End end) {
    if (process != which) {
      return;
    }
    process = null;
    cancelAlarm();
    wellbeing.end();
    var now = pod.now();
    var how = new State.Ended(end.code(), end.reason(), lastWords(end), startedAt, now, which.id());
    ends = RestartPause.forgiven(Duration.between(startedAt, now)) ? 1 : ends + 1;
    if (stopping || !policy.restarts(end.code())) {
      state = how;
    } else {
      last = how;
      backOff();
    }
    pod.changed();
  }

  /** A log may hold secrets, so its end is told only where the pod asks for it. */
  private String lastWords(ContainerProcess.End end) {
    if (end.code() != 0 && end.outOfMemory()) {
      return "it needed more memory than resources.limits.memory allows, which is "
          + order.limits().amounts().get(Limits.MEMORY);
    }
    return end.code() != 0 && order.lastWords() ? pod.lastWords(order) : "";
  }

  private void backOff() {
    var pause = RestartPause.after(ends);
    if (pause.isZero()) {
      state = new State.Waiting("ContainerCreating", "");
      restarts++;
      return;
    }
    state =
        new State.Waiting(
            "CrashLoopBackOff",
            "it ended %d times and is started again in %d s".formatted(ends, pause.toSeconds()));
    pod.event(true, "BackOff", "container " + order.name() + " " + describe(pause));
    pause(
        pause,
        () -> {
          pausing = false;
          restarts++;
        });
  }

  private static String describe(Duration pause) {
    return "ended and is started again in " + pause.toSeconds() + " s";
  }

  private void pause(Duration pause, Runnable then) {
    pausing = true;
    alarm =
        pod.node()
            .timeline()
            .at(
                pod.now().plus(pause),
                () ->
                    pod.mailbox()
                        .post(
                            () -> {
                              then.run();
                              pod.changed();
                            }));
  }

  private void askedToRestart() {
    pod.event(true, "Killing", "container " + order.name() + " failed a probe and is restarted");
    end(Duration.ofSeconds(pod.facts().order().graceSeconds()));
  }

  /** Stops it for good. */
  void stop(Duration grace) {
    if (stopping) {
      return;
    }
    stopping = true;
    pausing = false;
    if (process == null) {
      cancelAlarm();
      if (!(state instanceof State.Ended)) {
        var now = pod.now();
        state = last == null ? new State.Ended(137, "Stopped", "", now, now, "") : last;
      }
      return;
    }
    end(grace);
  }

  /** Hook, TERM, and KILL when the grace is over. */
  private void end(Duration grace) {
    var running = process;
    if (running == null) {
      return;
    }
    wellbeing.end();
    cancelAlarm();
    alarm = pod.node().timeline().at(pod.now().plus(grace), running::kill);
    Farewell.say(order, running, pod, grace);
  }

  private void cancelAlarm() {
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }
}
