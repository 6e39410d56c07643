package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;

/** What a cluster is told while it is taken away. */
public final class EndReport {

  private EndReport() {}

  public static LifeReport of(Found found, Place place, Live live, Before before, Instant now) {
    var awaited = found.cause();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", Phase.DELETING);
    fields.put("lastTransitionTime", before.since(Phase.DELETING, now));
    fields.put("cause", before.since(found));
    if (place.seen().isPresent()) {
      fields.put("tenantNamespace", place.name());
    }
    fields.put("workerNodesReady", 0);
    fields.put("workerNodesDesired", 0);
    return new LifeReport(
        List.of(
            Verdict.no(LifeReport.READY, awaited.reason(), awaited.sentence()),
            Verdict.no(
                Workers.TYPE,
                "Deleting",
                "%d machines are left".formatted(live.machines().size()))),
        fields);
  }
}
