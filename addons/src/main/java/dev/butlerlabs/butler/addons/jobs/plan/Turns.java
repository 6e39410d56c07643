package dev.butlerlabs.butler.addons.jobs.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
   * @param most on all clusters together, but for slow ones
   * @param perCluster on one of them, so that it cannot take all places
   * @param waiting how many may wait; more are refused
   * @param slow on all slow clusters together, beyond the others: work that gets on with nothing
   *     costs memory and no processor. None tells nobody apart.
   */
  public record Limits(int most, int perCluster, int waiting, int slow) {
    public Limits {
      if (most < 1 || perCluster < 1 || waiting < 1 || slow < 0) {
        throw new IllegalArgumentException(
            "limits of jobs are at least 1, and at least 0 for slow clusters, unlike %d, %d, %d, %d"
                .formatted(most, perCluster, waiting, slow));
      }
    }

    /** Where slow clusters are like any other. */
    public Limits(int most, int perCluster, int waiting) {
      this(most, perCluster, waiting, 0);
    }
  }

  /**
   * What runs.
   *
   * @param jobs by cluster
   * @param slow clusters one of whose jobs got on with nothing for long, and none has ended in time
   *     since
   */
  public record Running(Map<String, Integer> jobs, Set<String> slow) {
    public Running {
      jobs = Map.copyOf(jobs);
      slow = Set.copyOf(slow);
    }

    private int on(String cluster) {
      return jobs.getOrDefault(cluster, 0);
    }

    private int places(boolean ofSlow) {
      return jobs.entrySet().stream()
          .filter(one -> slow.contains(one.getKey()) == ofSlow)
          .mapToInt(Map.Entry::getValue)
          .sum();
    }
  }

  /**
   * The job to start now, if there is room: of the cluster that was served longest ago, its oldest.
   * A slow cluster has its jobs done one by one and in places of their own, so that however many
   * there are, they take none from the others.
   *
   * @param served when a cluster was last served, as a number that grows; never served is smallest
   */
  public static Optional<Waiting> next(
      List<Waiting> waiting, Running running, Map<String, Long> served, Limits limits) {
    var slow = running.places(true);
    // What fell silent while all places for slow ones were taken stays where it is.
    var busy = running.places(false) + Math.max(0, slow - limits.slow());
    return waiting.stream()
        .filter(
            job ->
                running.slow().contains(job.cluster())
                    ? slow < limits.slow() && running.on(job.cluster()) == 0
                    : busy < limits.most() && running.on(job.cluster()) < limits.perCluster())
        .min(
            Comparator.<Waiting>comparingLong(job -> served.getOrDefault(job.cluster(), -1L))
                .thenComparingLong(Waiting::number));
  }
}
