package dev.butlerlabs.butler.providers.machines.account;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where calls to platforms are made: outside of the engine's workers, a few at once for each
 * account, each with a deadline. An object has at most one errand at a time; whoever sent it
 * collects the answer when told. What somebody waits for goes before what is only looked after, and
 * does not hold it up for ever.
 */
public final class Desk<A> {

  private final Room room;

  private final Set<ObjectKey> busy = new HashSet<>();
  private final Map<ObjectKey, Answer<A>> answers = new HashMap<>();
  private final Map<ObjectKey, Line> lines = new HashMap<>();
  private final Set<Watched> running = new HashSet<>();

  /**
   * What a desk works with.
   *
   * @param threads runs each errand on a thread of its own
   * @param leading whether this process may act
   * @param perAccount errands of one account at once
   * @param deadline when an errand is interrupted
   */
  public record Room(
      Executor threads,
      Timeline timeline,
      BooleanSupplier leading,
      int perAccount,
      Duration deadline) {

    /** The same, with another number of errands at once. */
    public Room with(int atOnce) {
      return new Room(threads, timeline, leading, atOnce, deadline);
    }
  }

  /** Something to ask a platform. Heeds interrupts. */
  @FunctionalInterface
  public interface Errand<A> {
    A run() throws InterruptedException;
  }

  /** What came of an errand. */
  public sealed interface Answer<A> {
    record Given<A>(A value) implements Answer<A> {}

    /** It was interrupted, because its time was over. */
    record Late<A>(Duration after) implements Answer<A> {}

    /** A driver threw, which is a bug. Only the kind is told: a message may quote a secret. */
    record Broken<A>(String kind) implements Answer<A> {}
  }

  private record Job<A>(ObjectKey key, Errand<A> errand, Runnable whenDone) {}

  /** Why an errand is run. */
  public enum Purpose {
    /** Something is to be made, mended or removed. */
    AWAITED,

    /** All was well, and somebody looks whether it still is. */
    ROUTINE
  }

  /** The errands of one account. */
  private final class Line {

    /** Every so many turns begin with what is only looked after. */
    private static final int ROUND = 4;

    private final Queue<Job<A>> awaited = new ArrayDeque<>();
    private final Queue<Job<A>> routine = new ArrayDeque<>();
    private int atWork;
    private int turns;

    void add(Purpose purpose, Job<A> job) {
      (purpose == Purpose.AWAITED ? awaited : routine).add(job);
    }

    @Nullable Job<A> poll() {
      var routineFirst = ++turns % ROUND == 0;
      var job = (routineFirst ? routine : awaited).poll();
      return job == null ? (routineFirst ? awaited : routine).poll() : job;
    }

    void drop() {
      awaited.forEach(job -> busy.remove(job.key()));
      routine.forEach(job -> busy.remove(job.key()));
      awaited.clear();
      routine.clear();
    }
  }

  public Desk(Room room) {
    this.room = room;
  }

  /** Whether an errand of the object waits or is being run. */
  public synchronized boolean busy(ObjectKey key) {
    return busy.contains(key);
  }

  /** The answer to the last errand, once. */
  public synchronized Optional<Answer<A>> collect(ObjectKey key) {
    return Optional.ofNullable(answers.remove(key));
  }

  /** Has an errand run that somebody waits for. */
  public void send(ObjectKey key, ObjectKey account, Errand<A> errand, Runnable whenDone) {
    send(key, account, Purpose.AWAITED, errand, whenDone);
  }

  /**
   * Has an errand run as soon as the account has room; does nothing while the object is busy.
   *
   * @param whenDone told when there is an answer to collect
   */
  public void send(
      ObjectKey key, ObjectKey account, Purpose purpose, Errand<A> errand, Runnable whenDone) {
    synchronized (this) {
      if (!busy.add(key)) {
        return;
      }
      lines
          .computeIfAbsent(account, _ -> new Line())
          .add(purpose, new Job<>(key, errand, whenDone));
    }
    next(account);
  }

  /** Forgets what waits, and interrupts what runs: this process may not act any more. */
  public synchronized void drop() {
    lines.values().forEach(Line::drop);
    answers.clear();
    running.forEach(Watched::interrupt);
  }

  private void next(ObjectKey account) {
    for (var job = take(account); job != null; job = take(account)) {
      var taken = job;
      room.threads().execute(() -> work(account, taken));
    }
  }

  private synchronized @Nullable Job<A> take(ObjectKey account) {
    var line = lines.get(account);
    if (line == null || line.atWork >= room.perAccount()) {
      return null;
    }
    var job = line.poll();
    if (job != null) {
      line.atWork++;
    } else if (line.atWork == 0) {
      lines.remove(account);
    }
    return job;
  }

  private void work(ObjectKey account, Job<A> job) {
    Answer<A> answer = null;
    try {
      answer = room.leading().getAsBoolean() ? run(job.errand()) : null;
    } finally {
      done(account, job, answer);
    }
    if (answer != null) {
      job.whenDone().run();
    }
    next(account);
  }

  private Answer<A> run(Errand<A> errand) {
    var watched = new Watched();
    var alarm =
        room.timeline().at(room.timeline().instant().plus(room.deadline()), watched::interrupt);
    enter(watched);
    try {
      return new Answer.Given<>(errand.run());
    } catch (InterruptedException late) {
      return new Answer.Late<>(room.deadline());
    } catch (RuntimeException thrown) {
      return watched.interrupted()
          ? new Answer.Late<>(room.deadline())
          : new Answer.Broken<>(thrown.getClass().getSimpleName());
    } finally {
      alarm.cancel();
      leave(watched);
    }
  }

  private synchronized void enter(Watched watched) {
    running.add(watched);
  }

  private synchronized void leave(Watched watched) {
    running.remove(watched);
    watched.end();
  }

  private synchronized void done(ObjectKey account, Job<A> job, @Nullable Answer<A> answer) {
    busy.remove(job.key());
    var line = lines.get(account);
    if (line != null) {
      line.atWork--;
    }
    if (answer != null) {
      answers.put(job.key(), answer);
    }
  }

  /** A thread that may be interrupted until its errand has ended, and not after. */
  private static final class Watched {
    private final Thread thread = Thread.currentThread();
    private boolean ended;
    private boolean interrupted;

    synchronized void interrupt() {
      if (!ended) {
        interrupted = true;
        thread.interrupt();
      }
    }

    synchronized boolean interrupted() {
      return interrupted;
    }

    synchronized void end() {
      ended = true;
      var _ = Thread.interrupted();
    }
  }
}
