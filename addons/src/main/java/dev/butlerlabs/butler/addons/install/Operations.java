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

  /**
   * What is to be done.
   *
   * @param order what is wanted, so that failures of the same are counted
   * @param wish what the addon itself says of it, whatever the catalog or the time make of that
   */
  record Request(
      ObjectKey addon,
      String cluster,
      ReleaseKey release,
      Purpose purpose,
      String order,
      String wish) {}

  /**
   * One operation that was asked for, until it has been told.
   *
   * @param superseded whether it was called off because something else is wanted
   */
  private record Asked(Request request, Ticket<Result> ticket, boolean superseded) {}

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
   * @param look what comes of it when the cluster does not even answer
   * @return false when too many wait already
   */
  boolean ask(
      Request request, Duration budget, Supplier<Optional<Result>> look, Work<Result> work) {
    var key = new JobKey(request.cluster(), request.release().toString());
    whose.put(key, request.addon());
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
    ticket.ifPresent(one -> asked.put(request.addon(), new Asked(request, one, false)));
    return ticket.isPresent();
  }

  /**
   * Where the addon's operation is.
   *
   * @param wish what the addon itself says by now
   */
  Past look(ObjectKey addon, Supplier<String> wish) {
    var one = asked.get(addon);
    if (one == null) {
      var failed = failures.get(addon);
      return failed == null ? new Past.Idle() : failed;
    }
    return switch (one.ticket().state()) {
      case JobState.Waiting<Result>(var since) ->
          busy(one, wish.get(), "waiting for its turn since " + seconds(since));
      case JobState.Running<Result>(var since, var step) ->
          busy(
              one,
              wish.get(),
              step.isEmpty() ? "" : "%s, begun at %s".formatted(step, seconds(since)));
      case JobState.Finished<Result>(Result.Refused(var refusal)) -> failed(addon, one, refusal);
      case JobState.Finished<Result>(var result) -> new Past.Done(result);
      case JobState.Broken<Result>(var failure) ->
          failed(addon, one, refusal(Cause.OTHER, one, String.valueOf(failure.getMessage())));
      case JobState.TimedOut<Result>() ->
          failed(addon, one, refusal(Cause.TIMED_OUT, one, "its time was over"));
      case JobState.Cancelled<Result>() when one.superseded() ->
          new Past.CalledOff(one.request().release());
      case JobState.Cancelled<Result>() ->
          failed(addon, one, refusal(Cause.CANCELLED, one, "it was called off"));
    };
  }

  private static Past busy(Asked one, String wish, String progress) {
    var request = one.request();
    var edited = request.purpose() == Purpose.DEPLOY && !request.wish().equals(wish);
    return new Past.Busy(request.purpose(), request.release(), progress, edited);
  }

  private static Instant seconds(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS);
  }

  private static Refusal refusal(Cause cause, Asked one, String trouble) {
    return Refusal.of(cause, "working on release " + one.request().release(), trouble);
  }

  private Past failed(ObjectKey addon, Asked one, Refusal refusal) {
    asked.remove(addon, one);
    whose.remove(one.ticket().key());
    return failures.merge(
        addon,
        new Past.Failed(
            one.request().purpose(),
            one.request().release(),
            one.request().order(),
            1,
            timeline.instant(),
            refusal),
        (before, now) -> now.after(before));
  }

  /** Calls off what waits or runs, since something else is wanted; its end is news. */
  void supersede(ObjectKey addon) {
    asked.computeIfPresent(addon, (_, one) -> new Asked(one.request(), one.ticket(), true));
    cancel(addon);
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
