package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A clock that stands still until a test moves it; due tasks run to their end on the way. */
final class ManualTimeline implements Timeline {

  private final List<Entry> entries = new ArrayList<>();
  private Instant now = Instant.parse("2030-01-01T00:00:00Z");

  private record Entry(Instant when, Runnable task) {}

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized Alarm at(Instant when, Runnable task) {
    var entry = new Entry(when, task);
    entries.add(entry);
    return () -> cancel(entry);
  }

  private synchronized void cancel(Entry entry) {
    entries.remove(entry);
  }

  synchronized List<Instant> pending() {
    return entries.stream().map(Entry::when).sorted().toList();
  }

  void advance(Duration by) {
    var until = instant().plus(by);
    for (var next = next(until); next.isPresent(); next = next(until)) {
      next.get().task().run();
    }
    set(until);
  }

  private synchronized Optional<Entry> next(Instant until) {
    var next =
        entries.stream()
            .filter(entry -> !entry.when().isAfter(until))
            .min(Comparator.comparing(Entry::when));
    next.ifPresent(
        entry -> {
          entries.remove(entry);
          now = entry.when().isAfter(now) ? entry.when() : now;
        });
    return next;
  }

  private synchronized void set(Instant when) {
    now = when;
  }
}
