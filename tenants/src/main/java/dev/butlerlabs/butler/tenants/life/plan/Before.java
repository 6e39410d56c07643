package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.api.clusters.AddonsReason;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
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
 * @param worse whether it was told to be degraded
 * @param ready how many workers were ready
 */
public record Before(
    @Nullable Phase phase,
    @Nullable StatusCause cause,
    @Nullable Instant changed,
    boolean worse,
    int ready) {

  public static Before of(TenantCluster cluster) {
    var status = Optional.ofNullable(cluster.getStatus());
    return new Before(
        status.map(TenantClusterStatus::phase).orElse(null),
        status.map(TenantClusterStatus::cause).orElse(null),
        status.map(TenantClusterStatus::lastTransitionTime).orElse(null),
        new Conditions(status.map(TenantClusterStatus::conditions).orElse(List.of()))
            .find(ConditionType.DEGRADED.wire())
            .filter(said -> said.status() == Truth.TRUE)
            // An addon that fails takes nothing of the cluster itself away.
            .filter(said -> AddonsReason.holds(said.reason()))
            .isPresent(),
        status.map(TenantClusterStatus::workerNodesReady).orElse(0));
  }

  /** It was in use. */
  public boolean used() {
    return phase == Phase.READY || phase == Phase.UPDATING || worse;
  }

  Instant since(Phase now, Instant moment) {
    return changed != null && now == phase ? changed : moment.truncatedTo(ChronoUnit.SECONDS);
  }

  /** The cause, since it was first told. */
  StatusCause since(Found found) {
    var now = found.cause();
    var same =
        cause != null && cause.reason().equals(now.reason()) && cause.what().equals(now.what());
    var since = same && cause != null ? cause.since() : null;
    return StatusCause.of(
        now, since != null ? since : found.since().truncatedTo(ChronoUnit.SECONDS));
  }
}
