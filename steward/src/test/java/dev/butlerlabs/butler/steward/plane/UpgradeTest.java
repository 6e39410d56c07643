package dev.butlerlabs.butler.steward.plane;

import static dev.butlerlabs.butler.steward.plane.PlanTest.told;
import static dev.butlerlabs.butler.steward.plane.PlanTest.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.steward.plane.plan.Observation;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.PlanePlanner;
import dev.butlerlabs.butler.steward.versions.KubernetesVersion.Minor;
import org.junit.jupiter.api.Test;

class UpgradeTest {

  private final World world = new World(plane("v1.35.4"));

  @Test
  void nextMinorIsRolledOutAndRecordedWhenAllPodsRunIt() {
    world.settle();

    world.plane.setSpec(plane("v1.36.3").getSpec());
    var during = world.run();

    assertThat(told(during, "/kubernetesResources/version/status")).isEqualTo("Upgrading");
    assertThat(told(during, "/kubernetesResources/version/version")).isEqualTo("v1.35.4");
    assertThat(verdict(during, "Ready").status()).isEqualTo(Truth.TRUE);
    assertThat(told(world.settle(), "/kubernetesResources/version/version")).isEqualTo("v1.36.3");
  }

  @Test
  void minorBackIsRefusedAndNothingChanges() {
    var newer = new World(plane("v1.36.3"));
    newer.settle();

    newer.plane.setSpec(plane("v1.35.4").getSpec());
    var plan = newer.settle();

    assertThat(verdict(plan, "Accepted").reason()).isEqualTo("UpgradeRefused");
    assertThat(verdict(plan, "Accepted").message()).contains("older than v1.36.3");
    assertThat(newer.rollouts).isZero();
    assertThat(verdict(plan, "Ready").status()).isEqualTo(Truth.TRUE);
  }

  @Test
  void versionOutsideTheRangeIsRefusedWithTheRange() {
    for (var version : new String[] {"v1.37.0", "v1.34.9"}) {
      var plan = new World(plane(version)).run();

      assertThat(plan.deployment()).isEmpty();
      assertThat(verdict(plan, "Ready").reason()).isEqualTo("VersionRefused");
      assertThat(verdict(plan, "Ready").message())
          .contains("1.35 to 1.36 are")
          .doesNotContain("what ran before");
    }
  }

  @Test
  void versionWithoutTheVIsRefusedWithAnExample() {
    assertThat(verdict(new World(plane("1.36.3")).run(), "Ready").message()).contains("v1.36.3");
  }

  @Test
  void patchGoesBothWays() {
    world.settle();

    world.plane.setSpec(plane("v1.35.2").getSpec());

    assertThat(told(world.settle(), "/kubernetesResources/version/version")).isEqualTo("v1.35.2");
  }

  @Test
  void versionAskedForInSleepIsNotRecordedBeforeItRan() {
    world.settle();
    world.plane.setSpec(asleep("v1.36.3"));

    var plan = world.settle();

    assertThat(told(plan, "/kubernetesResources/version/version")).isEqualTo("v1.35.4");
    assertThat(told(plan, "/kubernetesResources/version/status")).isEqualTo("Sleeping");
  }

  @Test
  void brokenVersionIsMendedByAnotherPatchWithoutAskingTheTenant() {
    world.settle();
    world.plane.setSpec(plane("v1.36.0").getSpec());
    world.run();

    world.plane.setSpec(plane("v1.36.3").getSpec());

    assertThat(told(world.settle(), "/kubernetesResources/version/version")).isEqualTo("v1.36.3");
  }

  @Test
  void nodesThatAreTooOldHoldTheUpgradeButNoPatch() {
    world.settle();
    world.plane.setSpec(plane("v1.36.3").getSpec());

    assertThat(verdict(withNodesOf("1.32"), "Accepted").message()).contains("Upgrade the nodes");
    assertThat(verdict(withNodesOf("1.33"), "Accepted").status()).isEqualTo(Truth.TRUE);
    world.plane.setSpec(plane("v1.35.5").getSpec());
    assertThat(verdict(withNodesOf("1.30"), "Accepted").status()).isEqualTo(Truth.TRUE);
  }

  private Plan withNodesOf(String minor) {
    var seen = world.look();
    return PlanePlanner.plan(
        new Observation(
            seen.plane(),
            seen.keys(),
            seen.service(),
            seen.deployment(),
            seen.room(),
            Minor.of(minor),
            null,
            seen.now()),
        World.RELEASES);
  }

  private static TenantControlPlane plane(String version) {
    return Planes.of("shop", Planes.USUAL.replace("v1.36.3", version));
  }

  private static TenantControlPlaneSpec asleep(String version) {
    return Planes.spec(
        Planes.USUAL
            .replace("v1.36.3", version)
            .replace("service:", "deployment: {replicas: 0}, service:"));
  }
}
