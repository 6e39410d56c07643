package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.catalog.plan.ClusterFacts;
import dev.butlerlabs.butler.addons.catalog.plan.Follower;
import dev.butlerlabs.butler.addons.catalog.plan.Follower.Health;
import dev.butlerlabs.butler.addons.catalog.plan.Follower.Reach;
import dev.butlerlabs.butler.addons.catalog.plan.Turn;
import dev.butlerlabs.butler.addons.catalog.plan.Waves;
import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Before;
import dev.butlerlabs.butler.addons.install.plan.Resolving;
import dev.butlerlabs.butler.addons.install.plan.Stage;
import dev.butlerlabs.butler.addons.platform.ClusterReading;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.Rollout;
import dev.butlerlabs.butler.api.addons.Rollout.Wave;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.UpgradePolicy.Mode;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The addons that follow the rollout of one catalog entry. Each of them looks at all the others, so
 * what became of each is worked out once, and only those look again for whom it makes a difference.
 */
final class Followers {

  /** By the definition they follow; others are in no list. */
  static final Index<TenantAddon> BY_DEFINITION =
      new Index<>(
          AddonKinds.ADDONS,
          "addons-following",
          addon -> follows(addon) ? List.of(definition(addon)) : List.of());

  private final InstantSource clock;
  private final Map<ObjectKey, Known> known = new ConcurrentHashMap<>();

  /**
   * What was worked out, and of what.
   *
   * @param versions of all that it follows from
   */
  private record Known(List<String> versions, Follower follower) {}

  Followers(InstantSource clock) {
    this.clock = clock;
  }

  private static boolean follows(TenantAddon addon) {
    var policy = addon.getSpec().upgradePolicy();
    return policy != null && policy.mode() == Mode.WAVES && !definition(addon).isEmpty();
  }

  private static String definition(TenantAddon addon) {
    return Objects.requireNonNullElse(addon.getSpec().addon(), "");
  }

  /** Whether others come first; who follows no waves has always its turn. */
  Turn turn(TenantAddon addon, Cache cache) {
    if (!follows(addon)) {
      return new Turn.Now();
    }
    var definition = cache.find(AddonKinds.DEFINITIONS, ObjectKey.cluster(definition(addon)));
    var rollout = definition.map(one -> one.getSpec().rollout()).orElse(null);
    if (definition.isEmpty() || rollout == null) {
      return new Turn.Later(
          "AddonDefinition %s has no spec.rollout".formatted(definition(addon)), Optional.empty());
    }
    return waves(rollout, definition.get(), cache).turn(AddonKinds.keyOf(addon), clock.instant());
  }

  /** How its rollout stands, which it has. */
  Waves waves(Rollout rollout, AddonDefinition definition, Cache cache) {
    return new Waves(rollout, of(definition, cache), matched(cache));
  }

  /** Whether any cluster is in a wave. */
  private static Predicate<Wave> matched(Cache cache) {
    return wave ->
        cache.list(AddonKinds.CLUSTERS).stream().anyMatch(one -> Waves.has(wave, labels(one)));
  }

  private static Map<String, String> labels(TenantCluster cluster) {
    return Objects.requireNonNullElse(cluster.getMetadata().getLabels(), Map.of());
  }

  /** All that follow its rollout. */
  private List<Follower> of(AddonDefinition definition, Cache cache) {
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

  private Follower follower(TenantAddon addon, AddonDefinition definition, Cache cache) {
    var cluster =
        cache
            .find(AddonKinds.CLUSTERS, AddonKinds.clusterOf(addon))
            .filter(one -> !one.isMarkedForDeletion());
    var facts =
        definition.getSpec().parameters().isEmpty()
            ? ClusterFacts.none()
            : ClusterReading.facts(cluster, cache);
    var versions =
        Stream.concat(
                Stream.concat(Stream.of(addon, definition), cluster.stream())
                    .map(
                        one ->
                            one.getMetadata().getUid()
                                + "@"
                                + one.getMetadata().getResourceVersion()),
                Stream.of(facts.toString()))
            .toList();
    return known
        .compute(
            AddonKinds.keyOf(addon),
            (_, before) ->
                before != null && before.versions().equals(versions)
                    ? before
                    : new Known(versions, follower(addon, definition, cluster, facts)))
        .follower();
  }

  private static Follower follower(
      TenantAddon addon,
      AddonDefinition definition,
      Optional<TenantCluster> cluster,
      ClusterFacts facts) {
    var before = TenantStatus.read(addon, Instant.EPOCH);
    var taken =
        cluster.isPresent()
            && Resolving.through(addon.getSpec(), definition.getSpec(), facts, before.facts());
    var begun = taken || before.stage() == Stage.UPGRADING || before.stage() == Stage.FAILED;
    return new Follower(
        AddonKinds.keyOf(addon),
        cluster.map(Followers::labels).orElse(Map.of()),
        taken,
        health(before.stage()),
        before.since(),
        cluster.map(one -> reach(one, before, begun)).orElse(Reach.RESTS));
  }

  /** Of one that is gone nothing is kept. */
  void forget(ObjectKey addon) {
    known.remove(addon);
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

  /** Those for whom it makes a difference, also if it follows no more. */
  Collection<ObjectKey> after(TenantAddon addon, Cache cache) {
    return moved(definition(addon), cache)
        .filter(key -> !key.equals(AddonKinds.keyOf(addon)))
        .toList();
  }

  /** A cluster with other labels may be in another wave, or the first one of a wave. */
  Collection<ObjectKey> beside(TenantCluster cluster, Cache cache) {
    return definitions(cluster, cache).stream()
        .flatMap(definition -> moved(definition.name(), cache))
        .distinct()
        .toList();
  }

  /**
   * Those who wait, and tell something else than what they wait for now. Whoever is just about to
   * tell something is looked at again because of that.
   */
  private Stream<ObjectKey> moved(String name, Cache cache) {
    var waiting =
        cache.list(BY_DEFINITION, name).stream()
            .filter(one -> one.getStatus() != null && one.getStatus().pendingUpgrade() != null)
            .toList();
    var definition = cache.find(AddonKinds.DEFINITIONS, ObjectKey.cluster(name));
    var rollout = definition.map(one -> one.getSpec().rollout()).orElse(null);
    if (waiting.isEmpty() || definition.isEmpty() || rollout == null) {
      return waiting.stream().map(AddonKinds::keyOf);
    }
    var waves = waves(rollout, definition.get(), cache);
    var now = clock.instant();
    return waiting.stream()
        .filter(one -> !tells(one, waves.turn(AddonKinds.keyOf(one), now)))
        .map(AddonKinds::keyOf);
  }

  private static boolean tells(TenantAddon addon, Turn turn) {
    return turn instanceof Turn.Later(var why, _)
        && Objects.requireNonNullElse(addon.getStatus().message(), "")
            .contains(AddonReport.waiting(why));
  }
}
