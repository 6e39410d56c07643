package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reconciler at work: takes keys in, and runs them in their turn while it may.
 *
 * <p>All bookkeeping is done under one lock, held for microseconds; reconcilers run outside of it,
 * each on a virtual thread of its own.
 */
final class Controller {

  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

  /** How long interrupted runs are given to come to their end. */
  private static final Duration TO_UNWIND = Duration.ofSeconds(2);

  private final String name;
  private final ControllerSettings settings;
  private final Timeline timeline;
  private final Performance performance;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition quiet = lock.newCondition();
  private final WorkQueue queue;
  private final Later later;
  private final Failures failures;
  private final Map<ObjectKey, Attempt> attempts = new HashMap<>();
  private boolean open;
  private boolean leading;
  private boolean stopped;

  Controller(
      String name,
      ControllerSettings settings,
      Timeline timeline,
      Failures failures,
      Performance performance) {
    this.name = name;
    this.settings = settings;
    this.timeline = timeline;
    this.failures = failures;
    this.performance = performance;
    this.queue = new WorkQueue(settings.tenantOf(), settings.slotsPerTenant());
    this.later = new Later(timeline, this::due);
  }

  String name() {
    return name;
  }

  /** Something happened to the key. */
  void offer(ObjectKey key, Urgency urgency) {
    guarded(() -> admit(key, urgency));
  }

  /** The caches are there; runs may begin. */
  void open() {
    guarded(() -> open = true);
  }

  /** Having lost the lead, answers once no run is left, or once they had their time to unwind. */
  void lead(boolean mayAct) {
    guarded(() -> leading = mayAct);
    if (!mayAct && !quietWithin(Duration.ZERO)) {
      cutAll();
      if (!quietWithin(TO_UNWIND)) {
        LOG.error("lost the lead, and a run of controller {} does not heed its interrupt", name);
      }
    }
  }

  /** Starts nothing more; answers whether all runs came to an end. */
  boolean stop(Duration grace) {
    guarded(
        () -> {
          stopped = true;
          later.clear();
        });
    if (quietWithin(grace)) {
      return true;
    }
    cutAll();
    return quietWithin(TO_UNWIND);
  }

  int waiting() {
    return counted(queue::waitingCount);
  }

  int running() {
    return counted(queue::runningCount);
  }

  private void admit(ObjectKey key, Urgency urgency) {
    var now = timeline.instant();
    if (urgency == Urgency.ORDERED) {
      failures.forget(key);
    }
    var earliest = failures.notBefore(key);
    if (urgency == Urgency.CHANGED && !queue.running(key) && earliest.isAfter(now)) {
      later.at(key, earliest);
    } else {
      queue.add(key, urgency, now);
    }
  }

  private void due(Later.Appointment appointment) {
    guarded(
        () -> {
          if (later.keep(appointment)) {
            queue.add(appointment.key(), Urgency.ROUTINE, timeline.instant());
          }
        });
  }

  private void dispatch() {
    while (open && leading && !stopped && queue.runningCount() < settings.workers()) {
      var turn = queue.take();
      if (turn.isEmpty()) {
        return;
      }
      var taken = turn.get();
      later.cancel(taken.key());
      Thread.ofVirtual().name(name + " " + taken.key()).start(() -> run(taken));
    }
  }

  private void run(WorkQueue.Turn turn) {
    var attempt = new Attempt();
    var now = timeline.instant();
    var previous = counted(() -> begin(turn, attempt));
    var alarm = timeline.at(now.plus(settings.deadline()), () -> attempt.cut(Attempt.Cut.OVERDUE));
    var result = performance.of(turn, now, now.plus(settings.deadline()), previous, attempt);
    alarm.cancel();
    guarded(() -> conclude(turn, now, result));
  }

  private int begin(WorkQueue.Turn turn, Attempt attempt) {
    attempts.put(turn.key(), attempt);
    if (!leading || stopped) {
      attempt.cut(Attempt.Cut.STOPPED);
    }
    return failures.count(turn.key());
  }

  private void conclude(WorkQueue.Turn turn, Instant began, Performance.Result result) {
    var key = turn.key();
    var now = timeline.instant();
    attempts.remove(key);
    var again = queue.done(key);
    switch (result) {
      case Performance.Result.CutOff() -> queue.add(key, turn.urgency(), now);
      case Performance.Result.Ended(var outcome) -> plan(key, outcome, began, now);
    }
    again.ifPresent(urgency -> admit(key, urgency));
    if (queue.runningCount() == 0) {
      quiet.signalAll();
    }
  }

  /** A look again is meant from the instant the run was told; the clock may have moved since. */
  private void plan(ObjectKey key, Outcome outcome, Instant began, Instant now) {
    switch (outcome) {
      case Outcome.Settled() -> failures.forget(key);
      case Outcome.LookAgain(var after) -> {
        failures.forget(key);
        lookAgain(key, began.plus(after));
      }
      case Outcome.Failed _ -> lookAgain(key, failures.add(key, now));
    }
  }

  private void lookAgain(ObjectKey key, Instant when) {
    if (!stopped) {
      later.at(key, when);
    }
  }

  private void cutAll() {
    guarded(() -> attempts.values().forEach(attempt -> attempt.cut(Attempt.Cut.STOPPED)));
  }

  /** Waits by the machine's clock: stopping is about this process, not about the objects. */
  private boolean quietWithin(Duration limit) {
    lock.lock();
    try {
      var left = limit.toNanos();
      while (queue.runningCount() > 0 && left > 0) {
        left = quiet.awaitNanos(left);
      }
      return queue.runningCount() == 0;
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void guarded(Runnable change) {
    lock.lock();
    try {
      change.run();
      dispatch();
    } finally {
      lock.unlock();
    }
  }

  private int counted(IntSupplier count) {
    lock.lock();
    try {
      return count.getAsInt();
    } finally {
      lock.unlock();
    }
  }
}
