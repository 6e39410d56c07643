package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.BackupStatus;
import dev.butlerlabs.butler.api.steward.BackupStatus.Restore;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HoldTest {

  private static final Instant THEN = Instant.parse("2026-03-01T09:00:00Z");
  private static final String FROM = "restoreFrom: {backup: 20260228T020000Z}\n";

  @Test
  void newTenantHasNoPodBeforeItsDataIsThere() {
    var world = new World(Planes.of("shop", Planes.USUAL + FROM));

    var plan = world.run();

    assertThat(world.deployment().getSpec().getReplicas()).isZero();
    assertThat(world.deployment().getMetadata().getAnnotations())
        .containsEntry(Marks.HELD, "shop/20260228T020000Z");
    assertThat(ready(plan)).contains("Restoring", "shop/20260228T020000Z");
  }

  @Test
  void tenantThatRunsSleepsOnlyWhenTheBackupWasFound() {
    var world = new World(Planes.usual());
    world.settle();
    world.plane.setSpec(Planes.spec(Planes.USUAL + FROM));

    world.run();
    assertThat(world.deployment().getSpec().getReplicas()).isEqualTo(2);

    told(world.plane, new Restore("shop/x", "shop", Planes.UID, "x", THEN, null));
    world.run();
    assertThat(world.deployment().getSpec().getReplicas()).isZero();
    assertThat(world.deployment().getMetadata().getAnnotations())
        .containsEntry(Marks.HELD, "shop/x");
  }

  @Test
  void orderThatIsTakenBackHalfWayDoesNotWakeTheTenant() {
    var world = new World(Planes.usual());
    world.settle();
    told(world.plane, new Restore("shop/x", "shop", Planes.UID, "x", THEN, null));

    world.run();

    assertThat(world.deployment().getSpec().getReplicas()).isZero();
  }

  @Test
  void restoredTenantWakesAndIsToldItsBasicsAnew() {
    var world = new World(Planes.of("shop", Planes.USUAL + FROM));
    world.settle();
    told(
        world.plane,
        new Restore("shop/20260228T020000Z", "shop", Planes.UID, "20260228T020000Z", THEN, THEN));
    world.run();
    world.rollOut();

    assertThat(world.deployment().getSpec().getReplicas()).isEqualTo(2);
    assertThat(world.deployment().getMetadata().getAnnotations()).doesNotContainKey(Marks.HELD);
    assertThat(world.plan().basics().orElseThrow().written()).isFalse();
  }

  @Test
  void basicsThatWereWrittenBeforeARestoreAreWrittenAgain() {
    var world = new World(Planes.usual());
    world.settle();
    assertThat(world.plan().basics().orElseThrow().written()).isTrue();

    told(world.plane, new Restore("shop/x", "shop", Planes.UID, "x", THEN, THEN));

    assertThat(world.plan().basics().orElseThrow().written()).isFalse();
  }

  private static String ready(Plan plan) {
    return plan.report().verdicts().stream()
        .filter(one -> one.type().equals("Ready"))
        .map(one -> one.reason() + ": " + one.message())
        .findFirst()
        .orElse("");
  }

  private static void told(TenantControlPlane plane, @Nullable Restore restore) {
    var was = Objects.requireNonNull(plane.getStatus());
    plane.setStatus(
        new TenantControlPlaneStatus(
            was.storage(),
            was.certificates(),
            was.kubeconfig(),
            was.kubeadmconfig(),
            was.kubeadmPhase(),
            was.controlPlaneEndpoint(),
            was.kubernetesResources(),
            was.addons(),
            new BackupStatus(null, null, null, restore),
            was.observedGeneration(),
            was.conditions()));
  }
}
