package dev.butlerlabs.butler.bench.tenants;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * When what happened on the way of one order, in the order it happened.
 *
 * @param steps the first is the order itself
 */
record TimeLine(List<Step> steps) {

  /** Longer than this, and what was waited for is said. */
  static final Duration NAMED_FROM = Duration.ofMillis(250);

  /**
   * One thing that happened.
   *
   * @param at since the order
   * @param gap since what happened before it
   */
  record Step(Milestone milestone, Duration at, Duration gap) {

    boolean worthAWord() {
      return gap.compareTo(NAMED_FROM) > 0;
    }

    String line() {
      var line = "%7.3f s  %s".formatted(at.toNanos() / 1e9, milestone.words());
      return worthAWord()
          ? "%-36s %5d ms for %s".formatted(line, gap.toMillis(), milestone.awaited())
          : line;
    }
  }

  TimeLine {
    steps = List.copyOf(steps);
  }

  /**
   * Out of when each was first seen.
   *
   * @param seen in nanoseconds of any clock
   */
  static TimeLine of(Map<Milestone, Long> seen) {
    var sorted =
        seen.entrySet().stream()
            .sorted(
                Comparator.comparing(Map.Entry<Milestone, Long>::getValue)
                    .thenComparing(Map.Entry::getKey))
            .toList();
    var begin = sorted.getFirst().getValue();
    var before = begin;
    var steps = new ArrayList<Step>();
    for (var one : sorted) {
      steps.add(
          new Step(
              one.getKey(),
              Duration.ofNanos(one.getValue() - begin),
              Duration.ofNanos(one.getValue() - before)));
      before = one.getValue();
    }
    return new TimeLine(steps);
  }

  /** The gaps that are worth a word, the longest first. */
  List<Step> gaps() {
    return steps.stream()
        .filter(Step::worthAWord)
        .sorted(Comparator.comparing(Step::gap).reversed())
        .toList();
  }

  List<String> lines() {
    return steps.stream().map(Step::line).toList();
  }
}
