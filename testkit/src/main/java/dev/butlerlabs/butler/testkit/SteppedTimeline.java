package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until a test moves it.
 *
 * <p>Moving it runs the tasks that fall due on the way, earliest first and in the order they were
 * asked for, each at its own instant. A task runs on a thread of its own and is waited for before
 * the next one starts, so two runs of a test see the same order. A task asked for at an instant
 * that has passed starts at once; {@link #settle} waits for it.
 */
public final class SteppedTimeline implements Timeline {

  /** Real time a task may take; more means that it waits for something the test must do first. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final PriorityQueue<Entry> pending =
      new PriorityQueue<>(Comparator.comparing(Entry::when).thenComparingLong(Entry::order));
  private final Queue<Run> running = new ArrayDeque<>();
  private Instant now;
  private long asked;

  public SteppedTimeline(Instant start) {
    now = start;
  }

  /** A clock at the start of a year, for tests to which the date means nothing. */
  public static SteppedTimeline atNewYear() {
    return new SteppedTimeline(Instant.parse("2030-01-01T00:00:00Z"));
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized Alarm at(Instant when, Runnable task) {
    var entry = new Entry(when, asked++, task);
    if (when.isAfter(now)) {
      pending.add(entry);
    } else {
      start(entry);
    }
    return () -> cancel(entry);
  }

  /** Moves on by that much and returns when every task due by then has run. */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("time was to be moved by " + by + ": it only moves on");
    }
    var until = instant().plus(by);
    settle();
    while (startNext(until)) {
      settle();
    }
    moveTo(until);
  }

  /** Moves on to the next task asked for and runs it; false when none is. */
  public boolean advanceToNext() {
    settle();
    var next = next();
    next.ifPresent(when -> advance(Duration.between(instant(), when)));
    return next.isPresent();
  }

  /** When the next task is due. */
  public synchronized Optional<Instant> next() {
    return Optional.ofNullable(pending.peek()).map(Entry::when);
  }

  /** How many tasks wait for their time. */
  public synchronized int pending() {
    return pending.size();
  }

  /** Waits for the tasks that have started; throws what one of them threw. */
  public void settle() {
    for (var run = nextRunning(); run != null; run = nextRunning()) {
      run.await();
    }
  }

  private synchronized void cancel(Entry entry) {
    pending.remove(entry);
  }

  private synchronized void moveTo(Instant when) {
    now = when.isAfter(now) ? when : now;
  }

  private synchronized boolean startNext(Instant until) {
    var next = pending.peek();
    if (next == null || next.when().isAfter(until)) {
      return false;
    }
    pending.remove(next);
    moveTo(next.when());
    start(next);
    return true;
  }

  private void start(Entry entry) {
    running.add(new Run(entry));
  }

  private synchronized @Nullable Run nextRunning() {
    return running.poll();
  }

  private record Entry(Instant when, long order, Runnable task) {}

  /** A task on its thread. */
  private static final class Run {
    private final Entry entry;
    private final Thread thread;
    private volatile @Nullable Throwable failure;

    private Run(Entry entry) {
      this.entry = entry;
      thread =
          Thread.ofVirtual()
              .name("timeline-" + entry.order())
              .uncaughtExceptionHandler((_, thrown) -> failure = thrown)
              .start(entry.task());
    }

    private void await() {
      if (Thread.currentThread().equals(thread)) {
        throw new IllegalStateException("a timeline task moved its own clock; let the test do it");
      }
      try {
        if (!thread.join(PATIENCE)) {
          throw stuck();
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while a timeline task ran", interrupted);
      }
      var thrown = failure;
      if (thrown != null) {
        throw new AssertionError("the task due at " + entry.when() + " failed: " + thrown, thrown);
      }
    }

    private AssertionError stuck() {
      var error =
          new AssertionError(
              "the task due at %s still runs after %s of real time; what it waits for must not come from the thread that moves the clock. It is here:"
                  .formatted(entry.when(), PATIENCE));
      error.setStackTrace(thread.getStackTrace());
      return error;
    }
  }
}
