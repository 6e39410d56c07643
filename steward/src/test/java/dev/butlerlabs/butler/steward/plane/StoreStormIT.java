package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.RealEtcd;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store of a tenant that serves is killed again and again while clients write. */
@OnRealApiServer
class StoreStormIT {

  private static final int KILLS = 3;

  @Test
  void whatWasAcknowledgedIsThereAfterTheStoreWasKilledUnderLoad(
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
      try (var admin = shop.admin()) {
        var acknowledged = storm(etcd, admin);

        Await.untilTrue("it answers again", Shop.PATIENCE, () -> Shop.keep(admin, "after"));
        var stored =
            admin.configMaps().inNamespace("default").list().getItems().stream()
                .map(one -> one.getMetadata().getName())
                .collect(Collectors.toSet());
        assertThat(stored).containsAll(acknowledged);
      }
    }
  }

  private static Set<String> storm(RealEtcd etcd, KubernetesClient admin)
      throws InterruptedException {
    var acknowledged = ConcurrentHashMap.<String>newKeySet();
    var failed = new AtomicInteger();
    var over = new AtomicBoolean();
    var writers = new ArrayList<Thread>();
    for (var writer = 0; writer < 4; writer++) {
      var prefix = "storm-" + writer + "-";
      writers.add(Thread.ofVirtual().start(() -> write(admin, prefix, acknowledged, failed, over)));
    }
    for (var kill = 0; kill < KILLS; kill++) {
      var before = acknowledged.size();
      Await.untilTrue("writes go on", Shop.PATIENCE, () -> acknowledged.size() >= before + 20);
      etcd.kill();
      etcd.awaitReady();
    }
    over.set(true);
    for (var writer : writers) {
      writer.join();
    }
    System.out.printf(
        "etcd killed %d times under load: %d writes acknowledged, %d not%n",
        KILLS, acknowledged.size(), failed.get());
    return acknowledged;
  }

  private static void write(
      KubernetesClient admin,
      String prefix,
      Set<String> acknowledged,
      AtomicInteger failed,
      AtomicBoolean over) {
    for (var i = 0; !over.get(); i++) {
      if (Shop.keep(admin, prefix + i)) {
        acknowledged.add(prefix + i);
      } else {
        failed.incrementAndGet();
      }
    }
  }
}
