package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.catalog.plan.Follower;
import dev.butlerlabs.butler.addons.catalog.plan.Follower.Health;
import dev.butlerlabs.butler.addons.catalog.plan.Follower.Reach;
import dev.butlerlabs.butler.addons.catalog.plan.Turn;
import dev.butlerlabs.butler.addons.catalog.plan.Waves;
import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Before;
import dev.butlerlabs.butler.addons.install.plan.Resolving;
import dev.butlerlabs.butler.addons.install.plan.Stage;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.Rollout.Wave;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.UpgradePolicy.Mode;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The addons that follow the rollout of one catalog entry. */
final class Followers {

  /** By the definition they follow; others are in no list. */
  static final Index<TenantAddon> BY_DEFINITION =
      new Index<>(
          AddonKinds.ADDONS,
          "addons-following",
          addon -> follows(addon) ? List.of(definition(addon)) : List.of());

  private Followers() {}

  private static boolean follows(TenantAddon addon) {
    var policy = addon.getSpec().upgradePolicy();
    return policy != null && policy.mode() == Mode.WAVES && !definition(addon).isEmpty();
  }

  private static String definition(TenantAddon addon) {
    return Objects.requireNonNullElse(addon.getSpec().addon(), "");
  }

  /** Whether others come first; who follows no waves has always its turn. */
  static Turn turn(TenantAddon addon, Cache cache, Instant now) {
    if (!follows(addon)) {
      return new Turn.Now();
    }
    var definition = cache.find(AddonKinds.DEFINITIONS, ObjectKey.cluster(definition(addon)));
    var rollout = definition.map(one -> one.getSpec().rollout()).orElse(null);
    if (definition.isEmpty() || rollout == null) {
      return new Turn.Later(
          "AddonDefinition %s has no spec.rollout".formatted(definition(addon)), Optional.empty());
    }
    return Waves.turn(
        rollout, AddonKinds.keyOf(addon), of(definition.get(), cache), matched(cache), now);
  }

  /** Whether any cluster is in a wave. */
  static Predicate<Wave> matched(Cache cache) {
    return wave ->
        cache.list(AddonKinds.CLUSTERS).stream().anyMatch(one -> Waves.has(wave, labels(one)));
  }

  private static Map<String, String> labels(TenantCluster cluster) {
    return Objects.requireNonNullElse(cluster.getMetadata().getLabels(), Map.of());
  }

  /** All that follow its rollout. */
  static List<Follower> of(AddonDefinition definition, Cache cache) {
    return cache.list(BY_DEFINITION, definition.getMetadata().getName()).stream()
        .filter(one -> !one.isMarkedForDeletion())
        .map(one -> follower(one, definition, cache))
        .toList();
  }

  /** The definition that an addon may follow. */
  static Collection<ObjectKey> definitions(TenantAddon addon) {
    return definition(addon).isEmpty() ? List.of() : List.of(ObjectKey.cluster(definition(addon)));
  }

  /** Those that addons of a cluster follow, and those whose waves name it: it may be the first. */
  static Collection<ObjectKey> definitions(TenantCluster cluster, Cache cache) {
    return Stream.concat(
            cache.list(AddonKinds.BY_CLUSTER, AddonKinds.keyOf(cluster).toString()).stream()
                .filter(Followers::follows)
                .flatMap(addon -> definitions(addon).stream()),
            naming(cluster, cache).map(AddonKinds::keyOf))
        .distinct()
        .toList();
  }

  private static Stream<AddonDefinition> naming(TenantCluster cluster, Cache cache) {
    return cache.list(AddonKinds.DEFINITIONS).stream()
        .filter(
            one ->
                one.getSpec().rollout() != null
                    && one.getSpec().rollout().waves().stream()
                        .filter(wave -> !wave.clusterLabels().isEmpty())
                        .anyMatch(wave -> Waves.has(wave, labels(cluster))));
  }

  private static Follower follower(TenantAddon addon, AddonDefinition definition, Cache cache) {
    var before = TenantStatus.read(addon, Instant.EPOCH);
    var cluster =
        cache
            .find(AddonKinds.CLUSTERS, AddonKinds.clusterOf(addon))
            .filter(one -> !one.isMarkedForDeletion());
    var taken =
        cluster.isPresent()
            && Resolving.through(addon.getSpec(), definition.getSpec(), before.facts());
    var begun = taken || before.stage() == Stage.UPGRADING || before.stage() == Stage.FAILED;
    return new Follower(
        AddonKinds.keyOf(addon),
        cluster.map(Followers::labels).orElse(Map.of()),
        taken,
        health(before.stage()),
        before.since(),
        cluster.map(one -> reach(one, before, begun)).orElse(Reach.RESTS));
  }

  private static Reach reach(TenantCluster cluster, Before before, boolean begun) {
    var status = cluster.getStatus();
    if (before.facts().version().isEmpty()
        || (status != null && status.phase() == TenantClusterStatus.Phase.SLEEPING)) {
      return Reach.RESTS;
    }
    var unseen =
        before
            .conditions()
            .find(AddonReport.HEALTHY)
            .filter(one -> one.reason().equals(AddonReport.UNSEEN))
            .isPresent();
    if (before.conditions().holds(AddonReport.CLUSTER_READY) && !unseen) {
      return Reach.ANSWERS;
    }
    return begun ? Reach.LOST : Reach.RESTS;
  }

  private static Health health(Stage stage) {
    return switch (stage) {
      case INSTALLED -> Health.SERVES;
      case FAILED, DEGRADED -> Health.SICK;
      case PENDING, INSTALLING, UPGRADING, DELETING -> Health.UNDER_WAY;
    };
  }

  /** Those who may have waited for it, also if it follows no more. */
  static Collection<ObjectKey> after(TenantAddon addon, Cache cache) {
    return waiting(definition(addon), cache)
        .filter(key -> !key.equals(AddonKinds.keyOf(addon)))
        .toList();
  }

  /** A cluster with other labels may be in another wave, or the first one of a wave. */
  static Collection<ObjectKey> beside(TenantCluster cluster, Cache cache) {
    return Stream.concat(
            cache.list(AddonKinds.BY_CLUSTER, AddonKinds.keyOf(cluster).toString()).stream()
                .filter(Followers::follows)
                .flatMap(addon -> after(addon, cache).stream()),
            naming(cluster, cache).flatMap(one -> waiting(one.getMetadata().getName(), cache)))
        .distinct()
        .toList();
  }

  private static Stream<ObjectKey> waiting(String definition, Cache cache) {
    return cache.list(BY_DEFINITION, definition).stream()
        .filter(one -> one.getStatus() != null && one.getStatus().pendingUpgrade() != null)
        .map(AddonKinds::keyOf);
  }
}
