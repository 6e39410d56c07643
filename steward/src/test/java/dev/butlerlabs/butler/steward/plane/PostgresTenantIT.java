package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.RealPostgres;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tenant on a real PostgreSQL through the real kine; the test only plays the node. */
@OnRealApiServer
class PostgresTenantIT {

  @Test
  void tenantOnADatabaseServesSurvivesItsRestartAndGoesWithoutATrace(
      TestCluster cluster, @TempDir Path folder) throws Exception {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
    var client = cluster.client(WireFormat.serialization());
    try (var postgres = RealPostgres.start();
        var _ = RunningSteward.start(cluster, client, postgres, folder.resolve("backups"));
        var tenant = new RealTenant(folder.resolve("t"))) {
      var shop = new Shop(cluster, client, tenant);
      shop.order("");
      shop.serve();
      try (var admin = shop.admin()) {
        works(admin);
        postgres.killAndRestart();
        Await.untilTrue("it answers again", Shop.PATIENCE, () -> Shop.keep(admin, "after"));
        assertThat(Shop.kept(admin, "map-1")).isTrue();
      }
      assertThat(told(cluster, "tcp/shop", "{.status.storage.driver}")).contains("PostgreSQL");

      shop.delete();

      var store = "datastore/" + RunningSteward.store(cluster);
      assertThat(told(cluster, store, "{.status.reservations}")).doesNotContain("shop");
    }
  }

  private static void works(KubernetesClient admin) {
    for (var i = 0; i < 20; i++) {
      assertThat(Shop.keep(admin, "map-" + i)).isTrue();
    }
    admin.configMaps().inNamespace("default").withName("map-3").delete();
    assertThat(admin.configMaps().inNamespace("default").list().getItems())
        .filteredOn(one -> one.getMetadata().getName().startsWith("map-"))
        .hasSize(19);
    // The controller manager works too: every namespace gets its account.
    new Await(admin)
        .within(Shop.PATIENCE)
        .until(
            "accounts are made",
            admin.serviceAccounts().inNamespace("default").withName("default"),
            _ -> true);
  }

  private static String told(TestCluster cluster, String object, String path) {
    return cluster.kubectl("get", object, "-o", "jsonpath=" + path).requireSuccess();
  }
}
