package dev.butlerlabs.butler.addons.jobs;

import dev.butlerlabs.butler.addons.jobs.plan.Turns;
import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs jobs on virtual threads, as many at once as the limits say, each cluster in its turn. */
public final class Jobs<T> implements AutoCloseable {

  /** Helm says every few seconds what it is at; on a machine that does much else, less often. */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Limits limits;
  private final Timeline timeline;
  private final Consumer<JobKey> whenEnded;

  // All of it is guarded by this.
  private final Lines<T> waiting = new Lines<>();
  private final Lines<T> running = new Lines<>();
  private final Map<String, Long> served = new HashMap<>();
  private final Slowness<T> slow = new Slowness<>();
  private long numbers;
  private long turns;
  private boolean closed;

  /**
   * No jobs yet.
   *
   * @param whenEnded is told of every job that ended; quick, called on the job's own thread
   */
  public Jobs(Limits limits, Timeline timeline, Consumer<JobKey> whenEnded) {
    this.limits = limits;
    this.timeline = timeline;
    this.whenEnded = whenEnded;
  }

  /**
   * Has the work done as soon as it is its turn. While a job with the same key waits or runs, that
   * one is given back and the new work is not done.
   *
   * @param budget how long it may run, waiting not counted
   * @return nothing when too many wait already, or when closed
   */
  public Optional<Ticket<T>> submit(JobKey key, Duration budget, Work<T> work) {
    return ask(key, budget, null, work);
  }

  /**
   * The same for work that can be seen to be in vain before it takes up a place. What costs only
   * waiting belongs there: any number of clusters look at once, each for one job at a time.
   *
   * @param look what comes of it when it cannot be done; heeds interrupts
   */
  public Optional<Ticket<T>> submit(
      JobKey key, Duration budget, Supplier<Optional<T>> look, Work<T> work) {
    return ask(key, budget, look, work);
  }

  private synchronized Optional<Ticket<T>> ask(
      JobKey key, Duration budget, @Nullable Supplier<Optional<T>> look, Work<T> work) {
    var present = find(key);
    if (present.isPresent()) {
      return present;
    }
    if (closed || waiting.size() >= limits.waiting()) {
      return Optional.empty();
    }
    var job = new Job<>(this, key, numbers++, budget, look, work, timeline.instant());
    waiting.add(job);
    startWhatFits();
    return Optional.of(job);
  }

  /** The job with that key that waits or runs. */
  public synchronized Optional<Ticket<T>> find(JobKey key) {
    return Stream.of(running, waiting)
        .flatMap(jobs -> jobs.find(key).stream())
        .filter(job -> !job.state().ended())
        .<Ticket<T>>map(job -> job)
        .findFirst();
  }

  /** Takes no more work, calls off what waits and runs, and returns when nothing runs. */
  @Override
  public void close() {
    for (var job : stopAll()) {
      job.awaitEnd();
    }
  }

  private List<Job<T>> stopAll() {
    List<Job<T>> all;
    synchronized (this) {
      closed = true;
      all = Stream.of(running, waiting).flatMap(Lines::all).toList();
    }
    all.forEach(Job::cancel);
    return all;
  }

  Timeline timeline() {
    return timeline;
  }

  /** A job that has looked, and can be done. */
  synchronized void looked() {
    startWhatFits();
  }

  boolean tellsSlowApart() {
    return limits.slow() > 0;
  }

  /** A job that runs and has got on with nothing for long. */
  synchronized void overdue(Job<T> job) {
    if (running.find(job.key()).filter(one -> one == job).isPresent()) {
      slow.overdue(job, timeline.instant());
      startWhatFits();
    }
  }

  /** A job that never started. */
  void dropped(Job<T> job) {
    synchronized (this) {
      waiting.remove(job);
      startWhatFits();
      forgetIfIdle(job.key().cluster());
    }
    whenEnded.accept(job.key());
  }

  /** A job whose thread is about to end. */
  void ended(Job<T> job) {
    synchronized (this) {
      running.remove(job);
      slow.ended(job);
      startWhatFits();
      forgetIfIdle(job.key().cluster());
    }
    whenEnded.accept(job.key());
  }

  private void startWhatFits() {
    while (!closed && waiting.size() > 0) {
      waiting.heads().forEach(Job::look);
      var heads =
          waiting.heads().filter(Job::clear).collect(Collectors.toMap(Job::number, job -> job));
      var line =
          heads.values().stream()
              .map(job -> new Turns.Waiting(job.number(), job.key().cluster()))
              .toList();
      var under = new Turns.Running(running.lengths(), slow.clusters(timeline.instant()));
      var next = Turns.next(line, under, served, limits);
      if (next.isEmpty()) {
        return;
      }
      start(Objects.requireNonNull(heads.get(next.get().number())));
    }
  }

  private void start(Job<T> job) {
    waiting.remove(job);
    if (job.start()) {
      running.add(job);
      served.put(job.key().cluster(), turns++);
    }
  }

  /** Whoever has no job has no turn to remember. */
  private void forgetIfIdle(String cluster) {
    if (!waiting.has(cluster) && !running.has(cluster)) {
      served.remove(cluster);
    }
  }
}
