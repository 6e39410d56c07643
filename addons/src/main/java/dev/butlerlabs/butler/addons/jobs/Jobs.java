package dev.butlerlabs.butler.addons.jobs;

import dev.butlerlabs.butler.addons.jobs.plan.Turns;
import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs jobs on virtual threads, as many at once as the limits say, each cluster in its turn. */
public final class Jobs<T> implements AutoCloseable {

  private final Limits limits;
  private final Timeline timeline;
  private final Consumer<JobKey> whenEnded;

  // All of it is guarded by this.
  private final Map<JobKey, Job<T>> waiting = new LinkedHashMap<>();
  private final Map<JobKey, Job<T>> running = new LinkedHashMap<>();
  private final Map<String, Long> served = new HashMap<>();
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
  public synchronized Optional<Ticket<T>> submit(JobKey key, Duration budget, Work<T> work) {
    var present = find(key);
    if (present.isPresent()) {
      return present;
    }
    if (closed || waiting.size() >= limits.waiting()) {
      return Optional.empty();
    }
    var job = new Job<>(this, key, numbers++, budget, work, timeline.instant());
    waiting.put(key, job);
    startWhatFits();
    return Optional.of(job);
  }

  /** The job with that key that waits or runs. */
  public synchronized Optional<Ticket<T>> find(JobKey key) {
    return Stream.of(running, waiting)
        .flatMap(jobs -> Stream.ofNullable(jobs.get(key)))
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
      all = new ArrayList<>(running.values());
      all.addAll(waiting.values());
    }
    all.forEach(Job::cancel);
    return all;
  }

  Timeline timeline() {
    return timeline;
  }

  /** A job that never started. */
  void dropped(Job<T> job) {
    synchronized (this) {
      waiting.remove(job.key(), job);
    }
    whenEnded.accept(job.key());
  }

  /** A job whose thread is about to end. */
  void ended(Job<T> job) {
    synchronized (this) {
      running.remove(job.key(), job);
      startWhatFits();
    }
    whenEnded.accept(job.key());
  }

  private void startWhatFits() {
    while (!closed) {
      var next = Turns.next(inLine(), load(), served, limits);
      if (next.isEmpty()) {
        forgetIdleClusters();
        return;
      }
      start(next.get());
    }
  }

  private void start(Turns.Waiting turn) {
    var job =
        waiting.values().stream()
            .filter(one -> one.number() == turn.number())
            .findFirst()
            .orElseThrow();
    waiting.remove(job.key());
    if (job.start()) {
      running.put(job.key(), job);
      served.put(turn.cluster(), turns++);
    }
  }

  private List<Turns.Waiting> inLine() {
    return waiting.values().stream()
        .map(job -> new Turns.Waiting(job.number(), job.key().cluster()))
        .toList();
  }

  private Map<String, Integer> load() {
    var load = new HashMap<String, Integer>();
    running.keySet().forEach(key -> load.merge(key.cluster(), 1, Integer::sum));
    return load;
  }

  /** Whoever has no job has no turn to remember. */
  private void forgetIdleClusters() {
    var busy = new HashSet<String>();
    Stream.of(waiting, running)
        .forEach(jobs -> jobs.keySet().forEach(key -> busy.add(key.cluster())));
    served.keySet().retainAll(busy);
  }
}
