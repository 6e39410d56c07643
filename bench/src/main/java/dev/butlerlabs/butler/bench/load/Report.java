package dev.butlerlabs.butler.bench.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What came of the questions of some time.
 *
 * @param followed the lanes of a client that follows the Service: new connections, and kept ones
 *     that are renewed
 * @param forEver the lanes whose connections are kept until the server ends them
 * @param words of the first failures, each with its time
 * @param longestGapMillis without a good answer to those who follow
 * @param lateMillis how much later than it should the load itself sent a question, at most
 */
public record Report(
    Map<String, Count> followed,
    Map<String, Count> forEver,
    List<String> words,
    long longestGapMillis,
    long lateMillis,
    long medianMillis,
    long p99Millis,
    long maxMillis) {

  /** Of one lane. */
  public record Count(int asked, int failed) {

    Count plus(Count other) {
      return new Count(asked + other.asked, failed + other.failed);
    }
  }

  public Report {
    followed = Map.copyOf(followed);
    forEver = Map.copyOf(forEver);
    words = List.copyOf(words);
  }

  /** By those who follow. */
  public int asked() {
    return followed.values().stream().mapToInt(Count::asked).sum();
  }

  /** Of those who follow. */
  public int failed() {
    return followed.values().stream().mapToInt(Count::failed).sum();
  }

  /** Both together; of the times the worse ones. */
  public Report plus(Report other) {
    var all = new ArrayList<>(words);
    all.addAll(other.words);
    return new Report(
        sums(followed, other.followed),
        sums(forEver, other.forEver),
        all,
        Math.max(longestGapMillis, other.longestGapMillis),
        Math.max(lateMillis, other.lateMillis),
        Math.max(medianMillis, other.medianMillis),
        Math.max(p99Millis, other.p99Millis),
        Math.max(maxMillis, other.maxMillis));
  }

  private static Map<String, Count> sums(Map<String, Count> one, Map<String, Count> other) {
    var sums = new LinkedHashMap<>(one);
    other.forEach((lane, count) -> sums.merge(lane, count, Count::plus));
    return sums;
  }

  @Override
  public String toString() {
    return "failed of asked: %s; kept for ever: %s; longest without an answer %d ms; %s%s"
        .formatted(
            text(followed),
            text(forEver),
            longestGapMillis,
            times(),
            words.isEmpty() ? "" : "; " + String.join("; ", words));
  }

  private String times() {
    return "answers after %d ms (median), %d ms (99th), %d ms (last); asked at most %d ms late"
        .formatted(medianMillis, p99Millis, maxMillis, lateMillis);
  }

  private static String text(Map<String, Count> lanes) {
    return lanes.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            lane ->
                "%s %d of %d"
                    .formatted(lane.getKey(), lane.getValue().failed(), lane.getValue().asked()))
        .collect(Collectors.joining(", "));
  }
}
