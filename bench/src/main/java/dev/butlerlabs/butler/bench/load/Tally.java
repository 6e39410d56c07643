package dev.butlerlabs.butler.bench.load;

import dev.butlerlabs.butler.bench.load.Report.Count;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was asked since the last report, and what came of it. */
final class Tally {

  private static final int MOST_WORDS = 12;

  private final Map<String, Count> followed = new HashMap<>();
  private final Map<String, Count> forEver = new HashMap<>();
  private final List<Long> nanos = new ArrayList<>();
  private final List<String> words = new ArrayList<>();
  private long since = System.nanoTime();
  private long lastGood = since;
  private long longestGap;
  private long latest;

  /** A lane by its name. */
  record Name(String text, boolean forEver) {}

  /**
   * A good answer.
   *
   * @param due when the question should have been sent
   * @param sent when it was
   */
  synchronized void answered(Name lane, long due, long sent) {
    count(lane, new Count(1, 0));
    if (!lane.forEver()) {
      var now = System.nanoTime();
      nanos.add(now - sent);
      latest = Math.max(latest, sent - due);
      longestGap = Math.max(longestGap, now - lastGood);
      lastGood = now;
    }
  }

  synchronized void failed(Name lane, long sent, String how) {
    count(lane, new Count(1, 1));
    if (words.size() < MOST_WORDS) {
      var now = System.nanoTime();
      words.add(
          "%s%s at %.1f s after %.1f s: %s"
              .formatted(
                  lane.text(),
                  lane.forEver() ? " for ever" : "",
                  (now - since) / 1e9,
                  (now - sent) / 1e9,
                  how));
    }
  }

  private void count(Name lane, Count one) {
    (lane.forEver() ? forEver : followed).merge(lane.text(), one, Count::plus);
  }

  /** Counting begins anew. */
  synchronized Report report() {
    var now = System.nanoTime();
    longestGap = Math.max(longestGap, now - lastGood);
    Collections.sort(nanos);
    var report =
        new Report(
            followed,
            forEver,
            words,
            longestGap / 1_000_000,
            latest / 1_000_000,
            at(0.5),
            at(0.99),
            at(1));
    followed.clear();
    forEver.clear();
    nanos.clear();
    words.clear();
    since = now;
    longestGap = 0;
    latest = 0;
    return report;
  }

  private long at(double share) {
    return nanos.isEmpty() ? 0 : nanos.get((int) (share * (nanos.size() - 1))) / 1_000_000;
  }
}
