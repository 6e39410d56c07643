package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.sandbox.node.plan.ProbeTally;
import dev.butlerlabs.butler.sandbox.node.pod.Probe;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts one probe's question again and again until it is stopped. */
final class ProbeLoop {

  private final Timeline timeline;
  private final Mailbox mailbox;
  private final Asker.Line line;
  private final Consumer<ProbeTally> judge;
  private ProbeTally tally;
  private Timeline.@Nullable Alarm next;
  private boolean stopped;

  private ProbeLoop(
      Probe probe,
      Timeline timeline,
      Mailbox mailbox,
      Asker.Line line,
      Consumer<ProbeTally> judge) {
    this.timeline = timeline;
    this.mailbox = mailbox;
    this.line = line;
    this.judge = judge;
    this.tally = ProbeTally.begin(probe, timeline.instant().plus(probe.delay()));
  }

  /**
   * Called, like {@link #stop}, from the pod's mailbox.
   *
   * @param line where to ask, outside the pod's mailbox; closed with the loop
   * @param judge told the tally after each answer, in the pod's mailbox
   */
  static ProbeLoop start(
      Probe probe,
      Timeline timeline,
      Mailbox mailbox,
      Asker.Line line,
      Consumer<ProbeTally> judge) {
    var loop = new ProbeLoop(probe, timeline, mailbox, line, judge);
    loop.after(ProbeTally.firstAfter(probe));
    return loop;
  }

  private void after(Duration pause) {
    next = timeline.at(timeline.instant().plus(pause), this::ask);
  }

  private void ask() {
    try {
      var asked = timeline.instant();
      var good = Asker.good(line, tally.probe().timeout());
      var took = Duration.between(asked, timeline.instant());
      mailbox.post(() -> answered(good, took));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answered(boolean good, Duration took) {
    if (stopped) {
      return;
    }
    tally = tally.with(good, timeline.instant());
    judge.accept(tally);
    if (!stopped) {
      after(tally.nextAfter(took));
    }
  }

  void stop() {
    stopped = true;
    line.close();
    if (next != null) {
      next.cancel();
    }
  }
}
