package dev.butlerlabs.butler.addons.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.kernel.Checksum;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A chart to be rendered for a cluster that is described and not asked.
 *
 * @param kubernetes version of the cluster, such as {@code 1.36.3}
 * @param apiVersions kinds it serves beyond Kubernetes' own, such as {@code
 *     monitoring.coreos.com/v1/ServiceMonitor}
 */
public record Rendering(
    ReleaseKey release,
    LocalChart chart,
    JsonNode values,
    String kubernetes,
    List<String> apiVersions,
    Duration within) {

  public Rendering {
    apiVersions = List.copyOf(apiVersions);
  }

  /** What it shares with others that differ in their values only. */
  Rendering without() {
    return new Rendering(release, chart, Values.none(), kubernetes, apiVersions, within);
  }

  /**
   * What tells it from others; none if the chart is a folder, which may change under its name. What
   * a chart draws by lot stays as it was drawn.
   *
   * @param flags what Helm is asked beyond what stands here
   */
  Optional<String> key(String flags) {
    return Optional.ofNullable(chart.digest())
        .map(
            digest ->
                Checksum.of(
                        digest.hex(),
                        flags,
                        release.toString(),
                        kubernetes,
                        apiVersions.toString(),
                        values.toString())
                    .text());
  }

  @Override
  public String toString() {
    return "Rendering[%s of %s for %s]".formatted(release, chart, kubernetes);
  }
}
