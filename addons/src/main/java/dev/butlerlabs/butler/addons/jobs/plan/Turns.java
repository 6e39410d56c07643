package dev.butlerlabs.butler.addons.jobs.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Chooses the job that starts next. */
public final class Turns {

  private Turns() {}

  /**
   * A job that waits.
   *
   * @param number in the order of asking
   */
  public record Waiting(long number, String cluster) {}

  /**
   * How many jobs run at once.
   *
   * @param most on all clusters together
   * @param perCluster on one of them, so that a slow one cannot take all places
   * @param waiting how many may wait; more are refused
   */
  public record Limits(int most, int perCluster, int waiting) {
    public Limits {
      if (most < 1 || perCluster < 1 || waiting < 1) {
        throw new IllegalArgumentException(
            "limits of jobs are at least 1, unlike %d, %d, %d"
                .formatted(most, perCluster, waiting));
      }
    }
  }

  /**
   * The job to start now, if there is room: of the cluster that was served longest ago, its oldest.
   *
   * @param running jobs that run, by cluster
   * @param served when a cluster was last served, as a number that grows; never served is smallest
   */
  public static Optional<Waiting> next(
      List<Waiting> waiting,
      Map<String, Integer> running,
      Map<String, Long> served,
      Limits limits) {
    var busy = running.values().stream().mapToInt(Integer::intValue).sum();
    if (busy >= limits.most()) {
      return Optional.empty();
    }
    return waiting.stream()
        .filter(job -> running.getOrDefault(job.cluster(), 0) < limits.perCluster())
        .min(
            Comparator.<Waiting>comparingLong(job -> served.getOrDefault(job.cluster(), -1L))
                .thenComparingLong(Waiting::number));
  }
}
