package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Runs one turn of a key with its log context and its figures; nothing it throws gets out. */
final class Performance {

  private static final Logger LOG = LoggerFactory.getLogger(Performance.class);

  private final String controller;
  private final Work work;
  private final Cache cache;
  private final Timeline timeline;
  private final RandomGenerator random;
  private final ControllerMetrics metrics;

  /** What is done in a turn. */
  @FunctionalInterface
  interface Work {
    Outcome run(Context context) throws InterruptedException;
  }

  /** What came of a turn. */
  sealed interface Result {

    record Ended(Outcome outcome) implements Result {}

    /** Interrupted because this process has to stop acting; it counts neither way. */
    record CutOff() implements Result {}
  }

  Performance(
      String controller,
      Work work,
      Cache cache,
      Timeline timeline,
      RandomGenerator random,
      ControllerMetrics metrics) {
    this.controller = controller;
    this.work = work;
    this.cache = cache;
    this.timeline = timeline;
    this.random = random;
    this.metrics = metrics;
  }

  Result of(WorkQueue.Turn turn, Instant now, Instant deadline, int failures, Attempt attempt) {
    var reconcileId = HexFormat.of().toHexDigits(random.nextInt());
    MDC.put("controller", controller);
    MDC.put("key", turn.key().toString());
    MDC.put("reconcileId", reconcileId);
    try {
      metrics.started(Duration.between(turn.since(), now), failures);
      var context = new Context(turn.key(), cache, now, deadline, failures, reconcileId);
      return judge(perform(context), attempt.end(), now);
    } finally {
      MDC.clear();
    }
  }

  /** A fault or an error in one reconciler must neither lose the key nor end the others. */
  private Outcome perform(Context context) {
    try {
      return work.run(context);
    } catch (InterruptedException cut) {
      return Outcome.failed("Interrupted", new Problem("", "the run was interrupted", ""));
    } catch (Throwable thrown) {
      if (Thrown.unexpected(thrown)) {
        LOG.warn("reconcile threw", thrown);
      }
      return Thrown.outcomeOf(thrown);
    }
  }

  private Result judge(Outcome outcome, Attempt.Cut cut, Instant began) {
    if (cut == Attempt.Cut.STOPPED && outcome instanceof Outcome.Failed) {
      metrics.cutOff();
      LOG.info("reconcile cut off, since this process stops acting");
      return new Result.CutOff();
    }
    var last =
        cut == Attempt.Cut.OVERDUE && outcome instanceof Outcome.Failed
            ? Outcome.failed("DeadlineExceeded", overdue(began))
            : outcome;
    metrics.finished(Duration.between(began, timeline.instant()), last);
    tell(last);
    return new Result.Ended(last);
  }

  private static void tell(Outcome outcome) {
    switch (outcome) {
      case Outcome.Settled() -> LOG.debug("reconciled, settled");
      case Outcome.LookAgain(var after) -> LOG.debug("reconciled, looking again after {}", after);
      case Outcome.Failed(var reason, var problem) ->
          LOG.warn("reconcile failed: {}: {}", reason, problem.sentence());
    }
  }

  private Problem overdue(Instant began) {
    return new Problem(
        "",
        "the run was interrupted after " + Duration.between(began, timeline.instant()),
        "it will be tried again with growing pauses");
  }
}
