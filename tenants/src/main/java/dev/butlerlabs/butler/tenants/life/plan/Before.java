package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Conditions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was told last. Only words depend on it: since when something is so, and whether a cluster
 * that is not ready has been.
 *
 * @param changed when the phase last changed
 */
public record Before(
    @Nullable Phase phase, @Nullable StatusCause cause, @Nullable Instant changed, boolean worse) {

  public static Before of(TenantCluster cluster) {
    var status = Optional.ofNullable(cluster.getStatus());
    return new Before(
        status.map(TenantClusterStatus::phase).orElse(null),
        status.map(TenantClusterStatus::cause).orElse(null),
        status.map(TenantClusterStatus::lastTransitionTime).orElse(null),
        new Conditions(status.map(TenantClusterStatus::conditions).orElse(List.of()))
            .holds(ConditionType.DEGRADED.wire()));
  }

  /** It was in use. */
  boolean used() {
    return phase == Phase.READY || phase == Phase.UPDATING || worse;
  }

  Instant since(Phase now, Instant moment) {
    return changed != null && now == phase ? changed : moment.truncatedTo(ChronoUnit.SECONDS);
  }

  StatusCause since(Cause now, Instant moment) {
    var same =
        cause != null && cause.reason().equals(now.reason()) && cause.what().equals(now.what());
    var since = same && cause != null ? cause.since() : null;
    return StatusCause.of(now, since != null ? since : moment.truncatedTo(ChronoUnit.SECONDS));
  }
}
