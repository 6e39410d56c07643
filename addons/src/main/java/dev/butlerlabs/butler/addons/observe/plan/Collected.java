package dev.butlerlabs.butler.addons.observe.plan;

import dev.butlerlabs.butler.api.tenancy.ButlerConfigStatus.ObservabilityState;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How far collecting has come.
 *
 * @param pipeline the cluster that collects
 * @param pipelineReady whether it is Ready
 * @param clusters all others, in any order: whether each has its agents, and they serve
 * @param refused what is asked for and cannot be had
 */
public record Collected(
    String pipeline, boolean pipelineReady, List<Boolean> clusters, List<Problem> refused) {

  public static final String READY = "ObservabilityReady";

  public Collected {
    clusters = List.copyOf(clusters);
    refused = List.copyOf(refused);
  }

  public ObservabilityState state() {
    return new ObservabilityState(pipelineReady, enrolled(), clusters.size());
  }

  private int enrolled() {
    return (int) clusters.stream().filter(one -> one).count();
  }

  public Verdict verdict() {
    if (!refused.isEmpty()) {
      return Verdict.no(
          READY,
          "OptionRefused",
          refused.stream().map(Problem::sentence).collect(Collectors.joining("; ")));
    }
    if (!pipelineReady) {
      return Verdict.no(
          READY,
          "PipelineNotReady",
          "TenantCluster %s, which collects, is not Ready; look at its conditions, or name another in spec.observability.pipeline.clusterRef"
              .formatted(pipeline));
    }
    return Verdict.yes(
        READY,
        "Collecting",
        "%d of %d clusters have their agents".formatted(enrolled(), clusters.size()));
  }
}
