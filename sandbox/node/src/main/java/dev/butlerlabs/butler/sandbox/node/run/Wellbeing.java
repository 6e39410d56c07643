package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.plan.ProbeTally;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder.Probes;
import dev.butlerlabs.butler.sandbox.node.pod.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How one container is, by its probes. Lives in its pod's mailbox. */
final class Wellbeing {

  private final Probes probes;
  private final PodScene pod;
  private final Runnable restart;
  private final List<ProbeLoop> loops = new ArrayList<>();
  private @Nullable ContainerProcess process;
  private boolean started;
  private boolean ready;

  /**
   * @param restart called when the container should not go on
   */
  Wellbeing(Probes probes, PodScene pod, Runnable restart) {
    this.probes = probes;
    this.pod = pod;
    this.restart = restart;
  }

  boolean started() {
    return started;
  }

  boolean ready() {
    return ready;
  }

  void begin(ContainerProcess running) {
    process = running;
    if (probes.startup() == null) {
      begun();
    } else {
      loop(probes.startup(), this::startup);
    }
  }

  private void begun() {
    started = true;
    if (probes.readiness() == null) {
      ready = true;
    } else {
      loop(probes.readiness(), this::readiness);
    }
    if (probes.liveness() != null) {
      loop(probes.liveness(), this::liveness);
    }
  }

  private void loop(Probe probe, Consumer<ProbeTally> judge) {
    loops.add(ProbeLoop.start(probe, pod.node().timeline(), pod.mailbox(), this::ask, judge));
  }

  private boolean ask(Probe probe) throws InterruptedException {
    var running = process;
    return running != null
        && pod.node().asker().ask(probe.action(), running, pod.facts().podIp(), probe.timeout());
  }

  private void startup(ProbeTally tally) {
    if (tally.good()) {
      endLoops();
      begun();
      pod.changed();
    } else if (tally.bad()) {
      endLoops();
      restart.run();
    }
  }

  private void readiness(ProbeTally tally) {
    var before = ready;
    if (tally.good()) {
      ready = true;
    } else if (tally.bad()) {
      ready = false;
    }
    if (before != ready) {
      pod.changed();
    }
  }

  private void liveness(ProbeTally tally) {
    if (tally.bad()) {
      endLoops();
      restart.run();
    }
  }

  private void endLoops() {
    loops.forEach(ProbeLoop::stop);
    loops.clear();
  }

  void end() {
    endLoops();
    process = null;
    started = false;
    ready = false;
  }
}
