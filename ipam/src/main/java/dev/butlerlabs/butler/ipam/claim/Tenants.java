package dev.butlerlabs.butler.ipam.claim;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.ipam.ledger.Archive;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.ledger.Stage;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whose claims these are, and whether those still exist. */
public final class Tenants {

  /** How long a claim that does not name its cluster's UID may be older than its cluster. */
  static final Duration GRACE = Duration.ofHours(1);

  /** Nobody tells when the last of a cluster that vanished is gone. */
  private static final Duration LOOK = Duration.ofMinutes(5);

  private final Scope scope;
  private final Archive archive;
  private final Cache cache;
  private final Map<ObjectKey, Optional<TenantCluster>> stored = new HashMap<>();
  private final Map<ObjectKey, Boolean> footholds = new HashMap<>();

  /** For one pass: what was read from the store is not read again. */
  public Tenants(Scope scope, Archive archive, Cache cache) {
    this.scope = scope;
    this.archive = archive;
    this.cache = cache;
  }

  /** The cluster as the cache has it, else as it is stored. */
  public Optional<TenantCluster> find(ObjectKey tenant) {
    return cache.find(scope.clusters(), tenant).or(() -> read(tenant));
  }

  /** The team of the tenant; where no cluster tells one, its namespace is taken for it. */
  public String teamOf(ObjectKey tenant) {
    return cache
        .find(scope.clusters(), tenant)
        .flatMap(cluster -> Optional.ofNullable(cluster.getSpec()))
        .flatMap(spec -> Optional.ofNullable(spec.teamRef()))
        .map(team -> team.name())
        .orElse(tenant.namespace());
  }

  /** UIDs of those whose cluster is gone, read from the store where the cache misses it. */
  public Set<String> orphans(Collection<Claim> claims, Instant now) {
    var orphans = new HashSet<String>();
    for (var claim : claims) {
      if (orphaned(claim, now)) {
        orphans.add(claim.uid());
      }
    }
    return orphans;
  }

  /** Whether the claim is in need of a cluster that is gone. */
  boolean orphaned(Claim claim, Instant now) {
    return claim.stage() != Stage.LEFT
        && !claim.kept()
        && !lives(claim, cache.find(scope.clusters(), claim.tenant()))
        && !mayComeYet(claim, now)
        && !lives(claim, read(claim.tenant()))
        && !keptNow(claim)
        && (claim.letGo() || !claim.stage().taken() || !inUse(claim.tenant()));
  }

  /** The TenantCluster was removed by force or waits to be restored, and its machines run. */
  private boolean inUse(ObjectKey tenant) {
    return footholds.computeIfAbsent(tenant, archive::foothold);
  }

  /** Told before the cluster went, and so stored; what was seen of the claim may be older. */
  private boolean keptNow(Claim claim) {
    return archive.claim(claim.holder()).filter(Claim::kept).isPresent();
  }

  /** When claims whose clusters may come yet, or are not wholly gone, are to be looked at again. */
  public Optional<Instant> nextDue(Collection<Claim> claims, Instant now) {
    var left = footholds.containsValue(true) ? Stream.of(now.plus(LOOK)) : Stream.<Instant>of();
    var early =
        claims.stream()
            .filter(claim -> claim.stage() != Stage.LEFT && mayComeYet(claim, now))
            .filter(claim -> cache.find(scope.clusters(), claim.tenant()).isEmpty())
            .map(claim -> claim.createdAt().plus(GRACE));
    return Stream.concat(left, early).min(Instant::compareTo);
  }

  private static boolean mayComeYet(Claim claim, Instant now) {
    return claim.tenantUid().isEmpty() && claim.createdAt().plus(GRACE).isAfter(now);
  }

  private static boolean lives(Claim claim, Optional<TenantCluster> cluster) {
    return cluster
        .filter(one -> claim.tenantUid().map(one.getMetadata().getUid()::equals).orElse(true))
        .isPresent();
  }

  private Optional<TenantCluster> read(ObjectKey tenant) {
    return stored.computeIfAbsent(tenant, archive::cluster);
  }
}
