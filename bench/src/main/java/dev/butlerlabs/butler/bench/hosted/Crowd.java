package dev.butlerlabs.butler.bench.hosted;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Sets that run at the same time. */
final class Crowd implements AutoCloseable {

  private final List<RunningSet> sets = new ArrayList<>();
  private final List<RunningSet> awaited = new ArrayList<>();

  void add(RunningSet set) {
    sets.add(set);
    awaited.add(set);
  }

  /** Whether each of them was ready once. */
  boolean ready() {
    awaited.removeIf(RunningSet::ready);
    return awaited.isEmpty();
  }

  Stream<Process> processes() {
    return sets.stream().flatMap(RunningSet::processes);
  }

  @Override
  public void close() {
    sets.forEach(RunningSet::close);
  }
}
