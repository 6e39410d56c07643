package dev.butlerlabs.butler.addons.jobs;

import dev.butlerlabs.butler.kernel.Timeline.Alarm;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One job, from its asking to its end. */
final class Job<T> implements Ticket<T> {

  private final Jobs<T> jobs;
  private final JobKey key;
  private final long number;
  private final Duration budget;
  private final Work<T> work;
  private final CountDownLatch over = new CountDownLatch(1);

  // Guarded by this. The lock of Jobs is never asked for while this one is held.
  private JobState<T> state;
  private @Nullable Thread thread;
  private @Nullable JobState<T> stopped;

  Job(Jobs<T> jobs, JobKey key, long number, Duration budget, Work<T> work, Instant asked) {
    this.jobs = jobs;
    this.key = key;
    this.number = number;
    this.budget = budget;
    this.work = work;
    state = new JobState.Waiting<>(asked);
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
    return state;
  }

  @Override
  public void cancel() {
    if (stop(new JobState.Cancelled<>())) {
      over.countDown();
      jobs.dropped(this);
    }
  }

  /** Called once, by whoever gives the turns; false when it was called off before. */
  synchronized boolean start() {
    if (state.ended()) {
      return false;
    }
    state = new JobState.Running<>(jobs.timeline().instant(), "");
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
    JobState<T> end;
    try {
      end = new JobState.Finished<>(work.run(this::at));
    } catch (RuntimeException | Error failure) {
      end = new JobState.Broken<>(failure);
    } finally {
      alarm.cancel();
    }
    end(end);
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
    }
  }

  /** True when the job had not started and is over with this. */
  private synchronized boolean stop(JobState<T> why) {
    if (state.ended() || stopped != null) {
      return false;
    }
    if (state instanceof JobState.Waiting<T>) {
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
