package dev.butlerlabs.butler.addons.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.plan.Patch;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A chart to be put on a cluster.
 *
 * @param labels noted on the release, for whoever looks at it later
 * @param waiting what must be true before it counts as done
 * @param within when it is given up
 * @param overrides whether an upgrade takes fields back that somebody else wrote since
 * @param patches changes to what the chart renders
 */
public record Installation(
    ReleaseKey release,
    LocalChart chart,
    JsonNode values,
    boolean createNamespace,
    Map<String, String> labels,
    Waiting waiting,
    Duration within,
    boolean overrides,
    List<Patch> patches) {

  public Installation {
    labels = Map.copyOf(labels);
    patches = List.copyOf(patches);
  }

  /** One without labels and patches that leaves the work of others alone. */
  public Installation(
      ReleaseKey release,
      LocalChart chart,
      JsonNode values,
      boolean createNamespace,
      Waiting waiting,
      Duration within) {
    this(release, chart, values, createNamespace, Map.of(), waiting, within, false, List.of());
  }

  /** The same, over what others wrote. */
  Installation overriding() {
    return new Installation(
        release, chart, values, createNamespace, labels, waiting, within, true, patches);
  }

  /** What Helm waits for. */
  public enum Waiting {
    /** Until objects are stored and hooks have run; whether pods serve is looked at elsewhere. */
    FOR_HOOKS("hookOnly"),
    /** Until workloads are ready. */
    FOR_WORKLOADS("watcher");

    private final String strategy;

    Waiting(String strategy) {
      this.strategy = strategy;
    }

    String strategy() {
      return strategy;
    }
  }

  @Override
  public String toString() {
    return "Installation[%s of %s]".formatted(release, chart);
  }
}
