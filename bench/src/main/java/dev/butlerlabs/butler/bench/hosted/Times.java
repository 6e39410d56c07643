package dev.butlerlabs.butler.bench.hosted;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Times of the same thing. */
public final class Times {

  private final List<Duration> all = new ArrayList<>();

  public void add(Duration one) {
    all.add(one);
  }

  /** In seconds. */
  public double median() {
    var sorted = all.stream().sorted().toList();
    var middle = sorted.size() / 2;
    var upper = sorted.get(middle).toNanos();
    var lower = sorted.get((sorted.size() - 1) / 2).toNanos();
    return (upper + lower) / 2.0 / 1e9;
  }

  public String last() {
    return seconds(all.getLast());
  }

  public static String seconds(Duration value) {
    return "%.2f".formatted(value.toNanos() / 1e9);
  }

  /** All of them, in the order they came in. */
  @Override
  public String toString() {
    return all.stream().map(Times::seconds).collect(Collectors.joining(" "));
  }
}
