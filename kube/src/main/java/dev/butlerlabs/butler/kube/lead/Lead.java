package dev.butlerlabs.butler.kube.lead;

import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lead as this process holds it: until a deadline that each renewal moves on. */
final class Lead {

  private static final Logger log = LoggerFactory.getLogger(Lead.class);

  private final Timeline timeline;
  private final Duration lasts;
  private final ReentrantLock telling = new ReentrantLock();
  private final List<Leadership.Listener> listeners = new ArrayList<>();
  private Timeline.@Nullable Alarm deadline;
  private volatile Instant until = Instant.MIN;
  private volatile boolean held;
  private boolean stopped;

  Lead(Timeline timeline, Duration lasts) {
    this.timeline = timeline;
    this.lasts = lasts;
  }

  /** Also asks the clock, for a process that slept past its deadline and wakes before the alarm. */
  boolean held() {
    return held && timeline.instant().isBefore(until);
  }

  Leadership.Registration register(Leadership.Listener listener) {
    telling.lock();
    try {
      listeners.add(listener);
      return () -> remove(listener);
    } finally {
      telling.unlock();
    }
  }

  private void remove(Leadership.Listener listener) {
    telling.lock();
    try {
      listeners.remove(listener);
    } finally {
      telling.unlock();
    }
  }

  /** The lease was renewed by a request that was sent then. Too late an answer is no renewal. */
  void extend(Instant sent) {
    telling.lock();
    try {
      var end = sent.plus(lasts);
      if (stopped || !timeline.instant().isBefore(end)) {
        return;
      }
      cancelDeadline();
      until = end;
      deadline = timeline.at(end, () -> expire(end));
      change(true, "the lease is ours");
    } finally {
      telling.unlock();
    }
  }

  void end(String why) {
    telling.lock();
    try {
      cancelDeadline();
      change(false, why);
    } finally {
      telling.unlock();
    }
  }

  /** Ends it for good. */
  void stop(String why) {
    telling.lock();
    try {
      stopped = true;
      end(why);
    } finally {
      telling.unlock();
    }
  }

  private void expire(Instant end) {
    telling.lock();
    try {
      if (end.equals(until)) {
        change(false, "the lease could not be renewed in time");
      }
    } finally {
      telling.unlock();
    }
  }

  private void change(boolean now, String why) {
    if (held == now) {
      return;
    }
    held = now;
    log.atInfo().addKeyValue("leading", now).addKeyValue("why", why).log("lead changed");
    for (var listener : List.copyOf(listeners)) {
      listener.changed(now);
    }
  }

  private void cancelDeadline() {
    if (deadline != null) {
      deadline.cancel();
    }
  }
}
