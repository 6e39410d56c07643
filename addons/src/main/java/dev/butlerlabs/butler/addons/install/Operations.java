package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.install.plan.Past;
import dev.butlerlabs.butler.addons.install.plan.Past.Purpose;
import dev.butlerlabs.butler.addons.install.plan.Result;
import dev.butlerlabs.butler.addons.jobs.JobKey;
import dev.butlerlabs.butler.addons.jobs.JobState;
import dev.butlerlabs.butler.addons.jobs.Jobs;
import dev.butlerlabs.butler.addons.jobs.Ticket;
import dev.butlerlabs.butler.addons.jobs.Work;
import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What Helm does for addons, and what came of it, for as long as this process lives. Losing it
 * costs one more look by Helm and nothing else.
 */
final class Operations implements AutoCloseable {

  private final Jobs<Result> jobs;
  private final Timeline timeline;
  private final Consumer<ObjectKey> news;
  private final Map<JobKey, ObjectKey> whose = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Asked> asked = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Past.Failed> failures = new ConcurrentHashMap<>();

  /** One operation that was asked for, until it has been told. */
  private record Asked(Purpose purpose, ReleaseKey release, String order, Ticket<Result> ticket) {}

  /**
   * Nothing is done yet.
   *
   * @param news is told of each addon whose operation is at something else, or has ended
   */
  Operations(Limits limits, Timeline timeline, Consumer<ObjectKey> news) {
    this.timeline = timeline;
    this.news = news;
    this.jobs = new Jobs<>(limits, timeline, this::tell);
  }

  private void tell(JobKey key) {
    Optional.ofNullable(whose.get(key)).ifPresent(news);
  }

  /**
   * Has the work done in its turn.
   *
   * @param order what is wanted, so that failures of the same are counted
   * @param look what comes of it when the cluster does not even answer
   * @return false when too many wait already
   */
  boolean ask(
      ObjectKey addon,
      String cluster,
      ReleaseKey release,
      Purpose purpose,
      String order,
      Duration budget,
      Supplier<Optional<Result>> look,
      Work<Result> work) {
    var key = new JobKey(cluster, release.toString());
    whose.put(key, addon);
    var ticket =
        jobs.submit(
            key,
            budget,
            () -> {
              tell(key);
              return look.get();
            },
            step ->
                work.run(
                    at -> {
                      step.accept(at);
                      tell(key);
                    }));
    ticket.ifPresent(one -> asked.put(addon, new Asked(purpose, release, order, one)));
    return ticket.isPresent();
  }

  /** Where the addon's operation is. */
  Past look(ObjectKey addon) {
    var one = asked.get(addon);
    if (one == null) {
      var failed = failures.get(addon);
      return failed == null ? new Past.Idle() : failed;
    }
    return switch (one.ticket().state()) {
      case JobState.Waiting<Result>(var since) ->
          busy(one, "waiting for its turn since " + seconds(since));
      case JobState.Running<Result>(var since, var step) ->
          busy(one, step.isEmpty() ? "" : "%s, begun at %s".formatted(step, seconds(since)));
      case JobState.Finished<Result>(Result.Refused(var refusal)) -> failed(addon, one, refusal);
      case JobState.Finished<Result>(var result) -> new Past.Done(result);
      case JobState.Broken<Result>(var failure) ->
          failed(addon, one, refusal(Cause.OTHER, one, String.valueOf(failure.getMessage())));
      case JobState.TimedOut<Result>() ->
          failed(addon, one, refusal(Cause.TIMED_OUT, one, "its time was over"));
      case JobState.Cancelled<Result>() ->
          failed(addon, one, refusal(Cause.CANCELLED, one, "it was called off"));
    };
  }

  private static Past busy(Asked one, String progress) {
    return new Past.Busy(one.purpose(), one.release(), progress);
  }

  private static Instant seconds(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS);
  }

  private static Refusal refusal(Cause cause, Asked one, String trouble) {
    return Refusal.of(cause, "working on release " + one.release(), trouble);
  }

  private Past failed(ObjectKey addon, Asked one, Refusal refusal) {
    asked.remove(addon, one);
    whose.remove(one.ticket().key());
    return failures.merge(
        addon,
        new Past.Failed(one.purpose(), one.release(), one.order(), 1, timeline.instant(), refusal),
        (before, now) -> now.after(before));
  }

  /** Calls off what waits or runs; its end is news. */
  void cancel(ObjectKey addon) {
    Optional.ofNullable(asked.get(addon)).ifPresent(one -> one.ticket().cancel());
  }

  void cancelAll() {
    asked.keySet().forEach(this::cancel);
  }

  /** What came of it has been told, or concerns nobody any more. */
  void forget(ObjectKey addon) {
    failures.remove(addon);
    var one = asked.remove(addon);
    if (one != null) {
      whose.remove(one.ticket().key());
      one.ticket().cancel();
    }
  }

  @Override
  public void close() {
    jobs.close();
  }
}
