package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UpgradeTest {

  @Test
  void firstOrderIsMadeInTheWantedVersion() {
    var upgrade = Upgrade.plan(Scenes.order("v1.36.3", "workers"), Live.NOTHING);

    assertThat(upgrade.rollout().planeVersion()).isEqualTo("v1.36.3");
    assertThat(upgrade.rollout().workersVersion()).isEqualTo("v1.36.3");
    assertThat(upgrade.refused()).isNull();
  }

  @Test
  @DisplayName("H2: the control plane goes first, and workers keep their version meanwhile")
  void controlPlaneGoesFirst() {
    var order = Scenes.order("v1.36.3", "workers");
    var before =
        live(Scenes.plane("v1.35.4", "v1.35.4"), Scenes.deployment("workers", "v1.35.4", 2));
    var during = live(Scenes.plane("v1.36.3", ""), Scenes.deployment("workers", "v1.35.4", 2));

    assertThat(Upgrade.plan(order, before).rollout().planeVersion()).isEqualTo("v1.36.3");
    assertThat(Upgrade.plan(order, before).rollout().workersVersion()).isEqualTo("v1.35.4");
    assertThat(Upgrade.plan(order, during).rollout().planeVersion()).isEqualTo("v1.36.3");
    assertThat(Upgrade.plan(order, during).rollout().held())
        .containsEntry("workers", Scenes.template("workers", "v1.35.4"));
  }

  @Test
  @DisplayName("H2: workers follow when the control plane really serves, one pool after the other")
  void workersFollowPoolByPool() {
    var order = Scenes.order("v1.36.3", "workers", "gpu");
    var serving = Scenes.plane("v1.36.3", "v1.36.3");
    var first =
        live(
            serving,
            Scenes.deployment("workers", "v1.35.4", 2),
            Scenes.deployment("gpu", "v1.35.4", 2));
    var rolling =
        live(
            serving,
            Scenes.deployment("workers", "v1.36.3", 1),
            Scenes.deployment("gpu", "v1.35.4", 2));
    var second =
        live(
            serving,
            Scenes.deployment("workers", "v1.36.3", 2),
            Scenes.deployment("gpu", "v1.35.4", 2));

    assertThat(Upgrade.plan(order, first).rollout().workersVersion()).isEqualTo("v1.36.3");
    assertThat(Upgrade.plan(order, first).rollout().held()).containsOnlyKeys("gpu");
    assertThat(Upgrade.plan(order, rolling).rollout().held()).containsOnlyKeys("gpu");
    assertThat(Upgrade.plan(order, second).rollout().held()).isEmpty();
  }

  @Test
  void pausedNoFurtherPoolBegins() {
    var order = Scenes.paused(Scenes.order("v1.36.3", "workers", "gpu"));
    var begun =
        live(
            Scenes.plane("v1.36.3", "v1.36.3"),
            Scenes.deployment("workers", "v1.36.3", 1),
            Scenes.deployment("gpu", "v1.35.4", 2));
    var done =
        live(
            Scenes.plane("v1.36.3", "v1.36.3"),
            Scenes.deployment("workers", "v1.36.3", 2),
            Scenes.deployment("gpu", "v1.35.4", 2));

    assertThat(Upgrade.plan(order, begun).rollout().held()).containsOnlyKeys("gpu");
    assertThat(Upgrade.plan(order, done).rollout().held()).containsOnlyKeys("gpu");
    assertThat(Upgrade.plan(order, done).rollout().planeVersion()).isEqualTo("v1.36.3");
  }

  @Test
  @DisplayName("H2: going back and skipping a minor version are refused, and nothing moves")
  void backAndTooFarAreRefused() {
    var running =
        live(Scenes.plane("v1.35.4", "v1.35.4"), Scenes.deployment("workers", "v1.35.4", 2));

    for (var wanted : List.of("v1.34.9", "v1.35.1", "v1.37.0")) {
      var order = Scenes.order(wanted, "workers");
      var upgrade = Upgrade.plan(order, running);
      assertThat(upgrade.aim(order)).isEqualTo("v1.35.4");
      assertThat(upgrade.rollout().planeVersion()).isEqualTo("v1.35.4");
      assertThat(upgrade.rollout().workersVersion()).isEqualTo("v1.35.4");
      assertThat(Objects.requireNonNull(upgrade.refused()).what())
          .contains("v1.35.4")
          .contains(wanted);
    }
  }

  @Test
  void nextMinorWaitsForWorkersThatAreBehind() {
    var order = Scenes.order("v1.37.0", "workers");
    var behind =
        live(Scenes.plane("v1.36.3", "v1.36.3"), Scenes.deployment("workers", "v1.35.4", 2));

    var upgrade = Upgrade.plan(order, behind);

    assertThat(upgrade.rollout().planeVersion()).isEqualTo("v1.36.3");
    assertThat(upgrade.rollout().workersVersion()).isEqualTo("v1.36.3");
  }

  @Test
  void whileTheControlPlaneChangesItMayGoBackAndNotFurther() {
    var changing = live(Scenes.plane("v1.36.3", ""), Scenes.deployment("workers", "v1.35.4", 2));

    assertThat(Upgrade.plan(Scenes.order("v1.35.4", "workers"), changing).rollout().planeVersion())
        .isEqualTo("v1.35.4");
    assertThat(Upgrade.plan(Scenes.order("v1.37.0", "workers"), changing).rollout().planeVersion())
        .isEqualTo("v1.36.3");
  }

  /** Steward tells the version before until no pod of it is left. */
  @Test
  void whatComesWhileOlderPodsAreStillThereTakesNothingBack() {
    var rolling =
        live(Scenes.plane("v1.36.3", "v1.35.4"), Scenes.deployment("workers", "v1.35.4", 2));

    var next = Upgrade.plan(Scenes.order("v1.37.0", "workers"), rolling);
    assertThat(next.rollout().planeVersion()).isEqualTo("v1.36.3");
    assertThat(next.rollout().workersVersion()).isEqualTo("v1.35.4");
    assertThat(next.refused()).as("it comes when v1.36.3 runs").isNull();
    var further = Upgrade.plan(Scenes.order("v1.38.0", "workers"), rolling);
    assertThat(further.rollout().planeVersion()).isEqualTo("v1.36.3");
    assertThat(Objects.requireNonNull(further.refused()).sentence())
        .contains("v1.38.0 skips a minor version")
        .contains("Butler keeps v1.36.3");
    var older = Upgrade.plan(Scenes.order("v1.34.9", "workers"), rolling);
    assertThat(older.rollout().planeVersion()).isEqualTo("v1.36.3");
    assertThat(older.refused()).isNotNull();
    assertThat(Upgrade.plan(Scenes.order("v1.35.4", "workers"), rolling).rollout().planeVersion())
        .as("back to where it came from")
        .isEqualTo("v1.35.4");
  }

  private static Live live(PlaneView plane, DeploymentView... deployments) {
    return new Live(Scenes.cluster(), plane, List.of(deployments), List.of());
  }
}
