package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** For how long a deleted cluster can be had back. */
public final class DeletionGrace {

  /** Why {@code HolderGone} is False at an address of a deleted cluster that may come back. */
  public static final String KEPT = "Kept";

  private DeletionGrace() {}

  /** Its own word counts where it can be read, else its team's; zero for not at all. */
  public static Duration of(TenantCluster cluster) {
    var team =
        Optional.ofNullable(cluster.getStatus())
            .map(TenantClusterStatus::effective)
            .map(Effective::deletionGracePeriod)
            .map(text -> TimeSpan.orElse(text, Duration.ZERO))
            .orElse(Duration.ZERO);
    return TimeSpan.orElse(annotations(cluster).get(Annotations.DELETION_GRACE_PERIOD), team);
  }

  /** What it says itself, if nobody can read that: then nothing of it may go yet. */
  public static Optional<String> unreadable(TenantCluster cluster) {
    return Optional.ofNullable(annotations(cluster).get(Annotations.DELETION_GRACE_PERIOD))
        .filter(text -> !text.matches(TimeSpan.PATTERN));
  }

  /** When its deletion is final; empty where it is so at once, or it is not being deleted. */
  public static Optional<Instant> until(TenantCluster cluster) {
    var grace = of(cluster);
    return Optional.ofNullable(cluster.getMetadata().getDeletionTimestamp())
        .filter(_ -> grace.isPositive())
        .map(asked -> Instant.parse(asked).plus(grace));
  }

  /** Whether {@code HolderGone} of an address says that its holder can be had back. */
  public static boolean keeps(Condition holderGone) {
    return holderGone.status() == Truth.FALSE && holderGone.reason().equals(KEPT);
  }

  /** The UID of the deleted cluster that it takes up; empty for none. */
  public static Optional<String> undeletes(TenantCluster cluster) {
    return Optional.ofNullable(annotations(cluster).get(Annotations.UNDELETE))
        .filter(uid -> !uid.isBlank());
  }

  private static Map<String, String> annotations(TenantCluster cluster) {
    return Objects.requireNonNullElse(
        cluster.getMetadata().getAnnotations(), Map.<String, String>of());
  }
}
