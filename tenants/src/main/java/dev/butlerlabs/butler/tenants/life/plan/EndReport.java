package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** What a cluster is told while it is taken away. */
public final class EndReport {

  private EndReport() {}

  /**
   * What is told.
   *
   * @param name of the cluster
   */
  public static LifeReport of(
      Found found, String name, Place place, Live live, Before before, Instant now) {
    var awaited = found.cause();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", Phase.DELETING);
    fields.put("lastTransitionTime", before.since(Phase.DELETING, now));
    fields.put("cause", before.since(found));
    if (place.seen().isPresent()) {
      fields.put("tenantNamespace", place.name());
    }
    fields.putAll(Shown.ways(live));
    fields.putAll(Shown.inside(live, Optional.of(Workers.leaving(name, live))));
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
