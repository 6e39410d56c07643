package dev.butlerlabs.butler.addons.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;

/**
 * A chart to be put on a cluster.
 *
 * @param labels noted on the release, for whoever looks at it later
 * @param waiting what must be true before it counts as done
 * @param within when it is given up
 * @param overrides whether an upgrade takes fields back that somebody else wrote since
 */
public record Installation(
    ReleaseKey release,
    LocalChart chart,
    JsonNode values,
    boolean createNamespace,
    Map<String, String> labels,
    Waiting waiting,
    Duration within,
    boolean overrides) {

  public Installation {
    labels = Map.copyOf(labels);
  }

  /** One without labels that leaves the work of others alone. */
  public Installation(
      ReleaseKey release,
      LocalChart chart,
      JsonNode values,
      boolean createNamespace,
      Waiting waiting,
      Duration within) {
    this(release, chart, values, createNamespace, Map.of(), waiting, within, false);
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
