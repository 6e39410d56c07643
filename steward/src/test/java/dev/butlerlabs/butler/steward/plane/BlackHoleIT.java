package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.RealEtcd;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that takes connections and never answers, with twenty tenants waiting for it. */
@OnRealApiServer
class BlackHoleIT {

  private static final int WAITING = 20;

  @Test
  void tenantsOfOtherStoresAreServedAsIfTheSilentOneWereNotThere(
      TestCluster cluster, @TempDir Path folder) throws IOException {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
    var client = cluster.client(WireFormat.serialization());
    try (var etcd = RealEtcd.start();
        var blackHole = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var steward = RunningSteward.start(cluster, client, etcd, folder)) {
      made(cluster, client, "warm-up");
      var alone = median(cluster, client, "alone-");

      steward.orderStore("silent", "127.0.0.1:" + blackHole.getLocalPort());
      for (var i = 0; i < WAITING; i++) {
        order(cluster, client, "waits-" + i, steward.named("silent"));
      }
      // Making ready so many is work for everybody; waiting must be none.
      for (var i = 0; i < WAITING; i++) {
        awaitWaiting(cluster, client, "waits-" + i);
      }
      var beside = median(cluster, client, "beside-");

      System.out.printf(
          "from the order to the Deployment: %d ms alone, %d ms beside %d tenants of a"
              + " silent store%n",
          alone.toMillis(), beside.toMillis(), WAITING);
      assertThat(beside).isLessThan(alone.multipliedBy(3).plusSeconds(3));
    }
  }

  /** Of five: whoever waits for the silent one makes all of them late, a busy machine only some. */
  private static Duration median(TestCluster cluster, KubernetesClient client, String prefix) {
    return IntStream.range(0, 5)
        .mapToObj(i -> made(cluster, client, prefix + i))
        .sorted()
        .skip(2)
        .findFirst()
        .orElseThrow();
  }

  private static void awaitWaiting(TestCluster cluster, KubernetesClient client, String name) {
    new Await(client)
        .within(Duration.ofMinutes(2))
        .until(
            "it is told that the store does not answer",
            client
                .resources(TenantControlPlane.class)
                .inNamespace(cluster.namespace())
                .withName(name),
            one ->
                one.getStatus() != null
                    && one.getStatus().conditions().stream()
                        .anyMatch(told -> told.reason().equals("DataStoreUnreachable")));
  }

  private static Duration made(TestCluster cluster, KubernetesClient client, String name) {
    var began = System.nanoTime();
    order(cluster, client, name, RunningSteward.store(cluster));
    new Await(client)
        .within(Duration.ofMinutes(3))
        .until(
            "there is a Deployment",
            client.resources(Deployment.class).inNamespace(cluster.namespace()).withName(name),
            _ -> true);
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private static void order(
      TestCluster cluster, KubernetesClient client, String name, String store) {
    var plane = new TenantControlPlane();
    plane.setMetadata(
        new ObjectMetaBuilder().withNamespace(cluster.namespace()).withName(name).build());
    plane.setSpec(
        Planes.spec(
            """
            dataStore: %s
            kubernetes: {version: v1.36.3, kubelet: {}}
            controlPlane: {service: {serviceType: ClusterIP}}
            """
                .formatted(store)));
    client.resource(plane).create();
  }
}
