package dev.butlerlabs.butler.addons.jobs;

import dev.butlerlabs.butler.kernel.Timeline.Alarm;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One job, from its asking to its end. */
final class Job<T> implements Ticket<T> {

  private final Jobs<T> jobs;
  private final JobKey key;
  private final long number;
  private final Duration budget;
  private final @Nullable Supplier<Optional<T>> look;
  private final Work<T> work;
  private final CountDownLatch over = new CountDownLatch(1);

  // Guarded by this. The lock of Jobs is never asked for while this one is held.
  private JobState<T> state;
  private @Nullable Thread thread;
  private @Nullable JobState<T> stopped;
  private Sight sight;
  private Instant stirred;
  private @Nullable Alarm minding;

  /** How far a job that waits has looked. */
  private enum Sight {
    NONE,
    LOOKING,
    CLEAR
  }

  /**
   * A job that waits.
   *
   * @param look tells beforehand, without a place, what comes of it when it cannot be done; null
   *     when nothing can be told
   */
  Job(
      Jobs<T> jobs,
      JobKey key,
      long number,
      Duration budget,
      @Nullable Supplier<Optional<T>> look,
      Work<T> work,
      Instant asked) {
    this.jobs = jobs;
    this.key = key;
    this.number = number;
    this.budget = budget;
    this.look = look;
    this.work = work;
    state = new JobState.Waiting<>(asked);
    sight = look == null ? Sight.CLEAR : Sight.NONE;
    stirred = asked;
  }

  @Override
  public JobKey key() {
    return key;
  }

  long number() {
    return number;
  }

  @Override
  public synchronized JobState<T> state() {
    return sight == Sight.LOOKING && state instanceof JobState.Waiting<T>(var since)
        ? new JobState.Running<>(since, "looking whether the cluster answers")
        : state;
  }

  @Override
  public void cancel() {
    if (stop(new JobState.Cancelled<>())) {
      over.countDown();
      jobs.dropped(this);
    }
  }

  /** Whether it has looked, and can be done. */
  synchronized boolean clear() {
    return sight == Sight.CLEAR;
  }

  /** Looks, unless it does or has. */
  synchronized void look() {
    var eyes = look;
    if (eyes != null && sight == Sight.NONE && !state.ended()) {
      sight = Sight.LOOKING;
      thread = Thread.ofVirtual().name("job " + key + " looks").start(() -> look(eyes));
    }
  }

  private void look(Supplier<Optional<T>> eyes) {
    Optional<JobState<T>> end;
    try {
      end = eyes.get().map(JobState.Finished::new);
    } catch (RuntimeException | Error failure) {
      end = Optional.of(new JobState.Broken<>(failure));
    }
    if (waitsOn(end)) {
      jobs.looked();
    } else {
      jobs.dropped(this);
      over.countDown();
    }
  }

  private synchronized boolean waitsOn(Optional<JobState<T>> end) {
    var _ = Thread.interrupted();
    thread = null;
    sight = Sight.CLEAR;
    state = Optional.ofNullable(stopped).or(() -> end).orElse(state);
    return !state.ended();
  }

  /** Called once, by whoever gives the turns; false when it was called off before. */
  synchronized boolean start() {
    if (state.ended()) {
      return false;
    }
    stirred = jobs.timeline().instant();
    state = new JobState.Running<>(stirred, "");
    thread = Thread.ofVirtual().name("job " + key).start(this::live);
    return true;
  }

  void awaitEnd() {
    var interrupted = false;
    while (true) {
      try {
        over.await();
        break;
      } catch (InterruptedException again) {
        // Closing has to leave nothing running, so it goes on waiting.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void live() {
    var alarm = alarm();
    if (jobs.tellsSlowApart()) {
      mind();
    }
    JobState<T> end;
    try {
      end = new JobState.Finished<>(work.run(this::at));
    } catch (RuntimeException | Error failure) {
      end = new JobState.Broken<>(failure);
    } finally {
      alarm.cancel();
    }
    end(end);
    leave();
    jobs.ended(this);
    over.countDown();
  }

  private Alarm alarm() {
    return jobs.timeline()
        .at(jobs.timeline().instant().plus(budget), () -> stop(new JobState.TimedOut<>()));
  }

  /** What stopped work still returns is half a result, and not told. */
  private synchronized void end(JobState<T> end) {
    var _ = Thread.interrupted();
    state = stopped == null ? end : stopped;
    thread = null;
  }

  private synchronized void at(String step) {
    if (state instanceof JobState.Running<T>(var since, _)) {
      state = new JobState.Running<>(since, step);
      stirred = jobs.timeline().instant();
    }
  }

  /** Looks after it until it ends: whether it gets on with anything. */
  private void mind() {
    synchronized (this) {
      if (!(state instanceof JobState.Running<T>)) {
        return;
      }
      var due = stirred.plus(Jobs.PATIENCE);
      if (jobs.timeline().instant().isBefore(due)) {
        minding = jobs.timeline().at(due, this::mind);
        return;
      }
    }
    jobs.overdue(this);
  }

  private synchronized void leave() {
    if (minding != null) {
      minding.cancel();
      minding = null;
    }
  }

  /** True when nothing had been begun and it is over with this. */
  private synchronized boolean stop(JobState<T> why) {
    if (state.ended() || stopped != null) {
      return false;
    }
    if (state instanceof JobState.Waiting<T> && sight != Sight.LOOKING) {
      state = why;
      return true;
    }
    stopped = why;
    if (thread != null) {
      thread.interrupt();
    }
    return false;
  }
}
