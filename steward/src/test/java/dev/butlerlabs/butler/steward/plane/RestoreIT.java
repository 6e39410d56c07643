package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.BackupStatus;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.RealEtcd;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backup and restore as a user orders them, on a tenant that serves; the test only plays the node.
 */
@OnRealApiServer
class RestoreIT {

  @Test
  void tenantThatIsGoneComesBackWithItsObjectsAndOneThatRunsGoesBackInTime(
      TestCluster cluster, @TempDir Path folder) throws Exception {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
    var client = cluster.client(WireFormat.serialization());
    try (var etcd = RealEtcd.start();
        var _ = RunningSteward.start(cluster, client, etcd, folder.resolve("backups"));
        var tenant = new RealTenant(folder.resolve("tenant"))) {
      var shop = new Shop(cluster, client, tenant);
      shop.order("");
      shop.serve();
      keep(shop, "kept");
      var backup = backUp(cluster);

      shop.delete();
      shop.order("restoreFrom: {}");
      restored(shop);
      shop.serve();
      assertThat(kept(shop, "kept")).isTrue();

      keep(shop, "later");
      var began = System.nanoTime();
      goBackTo(cluster, backup);
      shop.await().until("it is held", shop.deployment(), RestoreIT::held);
      tenant.stop();
      restored(shop);
      shop.serve();
      System.out.printf(
          "restore in place, from the order to Ready: %.1f s%n", (System.nanoTime() - began) / 1e9);

      assertThat(kept(shop, "kept")).isTrue();
      assertThat(kept(shop, "later")).isFalse();
    }
  }

  /** Plays the Deployment controller, which has stopped all pods; then data is put in place. */
  private static void restored(Shop shop) {
    var stored = shop.await().until("it is held", shop.deployment(), RestoreIT::held);
    shop.tellPods(stored, 0);
    var plane =
        shop.await()
            .until(
                "data is there",
                shop.plane(),
                one -> Shop.told(one, "Restored") && restore(one).finished() != null);
    assertThat(restore(plane).backup()).isNotBlank();
  }

  private static boolean held(Deployment one) {
    var annotations = one.getMetadata().getAnnotations();
    return annotations != null
        && annotations.containsKey(Marks.HELD)
        && Objects.equals(one.getSpec().getReplicas(), 0);
  }

  private static String backUp(TestCluster cluster) {
    cluster.kubectl("annotate", "tcp", "shop", Marks.BACKUP + "=one").requireSuccess();
    cluster
        .kubectl("wait", "--for=condition=BackedUp", "tcp/shop", "--timeout=180s")
        .requireSuccess();
    return cluster
        .kubectl("get", "tcp", "shop", "-o", "jsonpath={.status.backup.last.name}")
        .requireSuccess()
        .strip();
  }

  private static void goBackTo(TestCluster cluster, String backup) {
    var patch = "{\"spec\": {\"restoreFrom\": {\"backup\": \"%s\"}}}".formatted(backup);
    cluster.kubectl("patch", "tcp", "shop", "--type=merge", "-p", patch).requireSuccess();
  }

  private static void keep(Shop shop, String name) {
    try (var admin = shop.admin()) {
      assertThat(Shop.keep(admin, name)).isTrue();
    }
  }

  private static boolean kept(Shop shop, String name) {
    try (var admin = shop.admin()) {
      return Shop.kept(admin, name);
    }
  }

  private static BackupStatus.Restore restore(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getStatus())
        .flatMap(status -> Optional.ofNullable(status.backup()))
        .flatMap(backup -> Optional.ofNullable(backup.restore()))
        .orElseThrow();
  }
}
