package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.plan.ProbeTally;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder.Probes;
import dev.butlerlabs.butler.sandbox.node.pod.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** How one container is, by its probes. Lives in its pod's mailbox. */
final class Wellbeing {

  private final Probes probes;
  private final PodScene pod;
  private final Runnable restart;
  private final List<ProbeLoop> loops = new ArrayList<>();
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
    if (probes.startup() == null) {
      begun(running);
    } else {
      loop(probes.startup(), running, tally -> startup(running, tally));
    }
  }

  private void begun(ContainerProcess running) {
    started = true;
    if (probes.readiness() == null) {
      ready = true;
    } else {
      loop(probes.readiness(), running, this::readiness);
    }
    if (probes.liveness() != null) {
      loop(probes.liveness(), running, this::liveness);
    }
  }

  private void loop(Probe probe, ContainerProcess running, Consumer<ProbeTally> judge) {
    var line = pod.node().asker().line(probe.action(), running, pod.facts().podIp());
    loops.add(ProbeLoop.start(probe, pod.node().timeline(), pod.mailbox(), line, judge));
  }

  private void startup(ContainerProcess running, ProbeTally tally) {
    if (tally.good()) {
      endLoops();
      begun(running);
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
    started = false;
    ready = false;
  }
}
