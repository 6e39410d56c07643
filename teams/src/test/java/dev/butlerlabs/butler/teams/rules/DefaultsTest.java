package dev.butlerlabs.butler.teams.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.Autoscaling;
import dev.butlerlabs.butler.api.clusters.MachineTemplate;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec;
import dev.butlerlabs.butler.api.clusters.WorkerPool;
import dev.butlerlabs.butler.api.clusters.Workers;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.ClusterDefaults;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Environment;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.ResourceLimits;
import dev.butlerlabs.butler.kernel.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** H10: defaults of teams and environments really apply. */
class DefaultsTest {

  private static final TeamSpec SHOP =
      team(
          new ClusterDefaults("v1.34.1", 2, 8, null, 60, List.of("metrics", "logs"), true, "72h"),
          new ClusterDefaults(null, 3, null, null, null, List.of("logs", "alerts"), null, "24h"));

  @Test
  void environmentWinsOverTeamFieldByField() {
    var defaults = Defaults.of(SHOP, "prod");

    assertThat(defaults)
        .isEqualTo(
            new Defaults(
                "v1.34.1",
                3,
                8,
                new Quantity("16Gi"),
                new Quantity("60Gi"),
                List.of("metrics", "logs", "alerts"),
                true,
                "24h"));
    assertThat(Defaults.of(SHOP, "elsewhere").workers()).isEqualTo(2);
    assertThat(Defaults.of(null, "prod")).isEqualTo(Defaults.BUILT_IN);
  }

  @Test
  void olderFieldsOfTheLimitsSpeakLast() {
    var older =
        new ResourceLimits(
            null,
            null,
            null,
            null,
            null,
            null,
            5,
            new Quantity("1500m"),
            new Quantity("6Gi"),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    var team = new TeamSpec(null, null, null, null, older, null, List.of());

    assertThat(Defaults.of(team, ""))
        .isEqualTo(
            new Defaults(
                null, 5, 2, new Quantity("6Gi"), new Quantity("100Gi"), List.of(), false, null));
  }

  @Test
  void emptyManifestBecomesAWholeCluster() {
    var effective = Defaults.of(SHOP, "prod").complete(spec(null, List.of()), null);

    assertThat(effective.kubernetesVersion()).isEqualTo("v1.34.1");
    assertThat(Defaults.amounts(effective))
        .usingRecursiveComparison()
        .isEqualTo(
            Amounts.CLUSTER.plusWorkers(
                3, BigDecimal.valueOf(8), Orders.gibi(16), Orders.gibi(60)));
  }

  @Test
  void furtherPoolsReplaceTheFirstAndGetTheSameSizes() {
    var pool =
        new WorkerPool(
            "gpu", 4, null, new MachineTemplate(16, null, null, null), Map.of(), List.of());

    var effective = Defaults.of(SHOP, "").complete(spec(null, List.of(pool)), null);

    assertThat(effective.workers()).isNull();
    assertThat(Defaults.amounts(effective).nodes()).isEqualTo(4);
    assertThat(Defaults.amounts(effective).cpu()).isEqualByComparingTo("64");
    assertThat(Defaults.amounts(effective).storage()).isEqualByComparingTo(Orders.gibi(240));
  }

  @Test
  void anAutoscaledPoolCountsWithTheMostItMayBecome() {
    var bounds = new Autoscaling(1, 6);
    var pool = new WorkerPool("gpu", 2, bounds, null, Map.of(), List.of());

    var effective = Defaults.of(SHOP, "").complete(spec(null, List.of(pool)), null);

    assertThat(effective.workerPools().getFirst().autoscaling()).isEqualTo(bounds);
    assertThat(Defaults.amounts(effective).nodes()).isEqualTo(6);
  }

  /** Random manifests; a failure tells its seed. */
  @Test
  void whatTheManifestSaysStaysAndCompletingTwiceChangesNothing() {
    var seed = new Random().nextLong();
    var chance = new Random(seed);
    for (var round = 0; round < 1_000; round++) {
      var template =
          new MachineTemplate(
              chance.nextBoolean() ? 1 + chance.nextInt(64) : null,
              chance.nextBoolean() ? new Quantity(1 + chance.nextInt(64) + "Gi") : null,
              chance.nextBoolean() ? new Quantity(10 + chance.nextInt(64) + "Gi") : null,
              null);
      var workers =
          new Workers(1 + chance.nextInt(9), null, chance.nextBoolean() ? template : null);
      var defaults = Defaults.of(SHOP, chance.nextBoolean() ? "prod" : "");
      var manifest = spec(workers, List.of());

      var once = defaults.complete(manifest, null);
      var full = Objects.requireNonNull(once.workers());
      var again = Defaults.BUILT_IN.complete(spec(full, List.of()), null);

      assertThat(full.replicas()).as("seed %d", seed).isEqualTo(workers.replicas());
      assertThat(again.workers()).as("seed %d", seed).isEqualTo(full);
      assertThat(Defaults.BUILT_IN.keeping(once).complete(manifest, null).workers())
          .as("seed %d", seed)
          .isEqualTo(full);
    }
  }

  /** A default that changes later changes nothing of a cluster that was completed before. */
  @Test
  void whatWasCompletedIsKept() {
    var told = Defaults.of(SHOP, "prod").complete(spec(null, List.of()), null);
    var later = Defaults.BUILT_IN.keeping(told).complete(spec(null, List.of()), null);

    assertThat(later.kubernetesVersion()).isEqualTo(told.kubernetesVersion());
    assertThat(later.workers()).isEqualTo(told.workers());
    assertThat(later.workerPools()).isEqualTo(told.workerPools());
    assertThat(later.defaultAddons()).containsExactly("metrics", "logs", "alerts");
  }

  /** Neither a default that changes nor another size of the first pool resizes a further one. */
  @Test
  void furtherPoolsKeepTheirOwnSizes() {
    var gpu = new WorkerPool("gpu", 1, null, null, Map.of(), List.of());
    var small = new Workers(1, null, new MachineTemplate(2, null, null, null));
    var told = Defaults.of(SHOP, "").complete(spec(small, List.of(gpu)), null);

    var later = Defaults.BUILT_IN.keeping(told).complete(spec(small, List.of(gpu)), null);

    assertThat(later.workerPools()).isEqualTo(told.workerPools());
    assertThat(Objects.requireNonNull(later.workerPools().getFirst().machineTemplate()).cpu())
        .isEqualTo(8);
  }

  /** A cluster that is there gets nothing that its team only gives later. */
  @Test
  void defaultAddonsAreForNewClusters() {
    var told = Defaults.BUILT_IN.complete(spec(null, List.of()), null);

    assertThat(Defaults.of(SHOP, "prod").keeping(told).addons()).isEmpty();
  }

  @Test
  void defaultAddonThatTheTeamMayNotInstallIsLeftOut() {
    var team =
        WireFormat.serialization()
            .unmarshal(
                "---\n{clusterDefaults: {defaultAddons: [nats, istio]}, resourceLimits:"
                    + " {deniedAddons: [istio]}}",
                TeamSpec.class);

    assertThat(Defaults.of(team, "").addons()).containsExactly("nats");
  }

  /** Protection is no part of a cluster: who takes it back takes it back for all. */
  @Test
  void protectionIsWhatTheTeamSaysNow() {
    var told = Defaults.of(SHOP, "prod").complete(spec(null, List.of()), null);
    var later = Defaults.BUILT_IN.keeping(told).complete(spec(null, List.of()), null);

    assertThat(told.deletionProtection()).isTrue();
    assertThat(told.deletionGracePeriod()).isEqualTo("24h");
    assertThat(later.deletionProtection()).isNull();
    assertThat(later.deletionGracePeriod()).isNull();
  }

  private static TenantClusterSpec spec(@Nullable Workers workers, List<WorkerPool> pools) {
    return new TenantClusterSpec(
        null, null, null, null, workers, pools, null, null, null, null, List.of(), null, null);
  }

  private static TeamSpec team(ClusterDefaults all, ClusterDefaults prod) {
    return new TeamSpec(
        null,
        null,
        null,
        null,
        null,
        all,
        List.of(new Environment("prod", null, null, null, prod)));
  }
}
