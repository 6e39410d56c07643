package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.load.Load;
import dev.butlerlabs.butler.bench.load.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a load saw while all pods were replaced for one reason, in one round or several.
 *
 * @param pods how many there were
 * @param took of each round, until the last old pod had ended
 */
record Episode(String reason, int pods, List<String> took, Report report) {

  /** The pace is 50 a second; a load that falls behind proves nothing. */
  private static final double LEAST_PER_SECOND = 45;

  Episode {
    took = List.copyOf(took);
  }

  static Episode during(String reason, int pods, Load load, Runnable replacement)
      throws IOException {
    var start = System.nanoTime();
    replacement.run();
    var took = Duration.ofNanos(System.nanoTime() - start);
    var seen = new Episode(reason, pods, List.of("%.1f".formatted(seconds(took))), load.report());
    Stage.tell(seen.figure().name() + ": " + seen.detail());
    if (seen.report.asked() < LEAST_PER_SECOND * seconds(took)) {
      throw new IllegalStateException("the load fell behind its pace: " + seen.detail());
    }
    return seen;
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  Episode plus(Episode other) {
    var both = new ArrayList<>(took);
    both.addAll(other.took);
    return new Episode(reason, pods, both, report.plus(other.report));
  }

  /** With one pod the outage is told, whatever it is. */
  Figure figure() {
    return pods > 1
        ? new Figure(
            "failed during %s, %d pods".formatted(reason, pods),
            report.failed(),
            "requests",
            "none, and nothing is tried twice",
            0,
            report.failed() == 0,
            detail())
        : new Figure(
            "outage during %s, 1 pod".formatted(reason),
            report.longestGapMillis(),
            "ms",
            "told, not judged",
            report.longestGapMillis(),
            true,
            detail());
  }

  private String detail() {
    return "of %d; over in %s s; %s".formatted(report.asked(), String.join(", ", took), report);
  }
}
