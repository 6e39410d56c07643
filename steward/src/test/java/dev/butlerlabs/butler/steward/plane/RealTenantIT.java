package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.steward.inside.TenantBasics;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.FreePort;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs a plan names, started with exactly its flags and files, on a real etcd with TLS. */
class RealTenantIT {

  @Test
  void plannedProgramsServeAnAdministratorAndLetNodesFindTheirWay(@TempDir Path folder)
      throws Exception {
    var port = FreePort.next();
    var store = FreePort.next();
    var world = new World(Planes.of("shop", spec(port)));
    world.now = Instant.now();
    world.room =
        new Room.Ready(
            "default", Driver.ETCD, List.of("127.0.0.1:" + store), World.STORE.certificatePem());
    var plan = world.run();
    world.rollOut();

    try (var tenant = new RealTenant(folder);
        var timeline = new SystemTimeline();
        var pool =
            new TenantClients(
                TenantSettings.usual("steward-test"), timeline, new SimpleMeterRegistry())) {
      tenant.startStore(World.STORE, store, world.now);
      tenant.startPods(plan.deployment().orElseThrow(), plan.secrets());
      awaitServing(tenant, world);
      var basics = world.plan().basics().orElseThrow();
      Await.untilTrue(
          "administrators get in",
          () -> write(new TenantBasics(pool), world, basics) instanceof Answer.Done<Boolean>);
      assertThat(write(new TenantBasics(pool), world, basics)).isInstanceOf(Answer.Done.class);

      administratorGetsIn(world);
      anyoneFindsTheCluster(world, port);
      controllersWork(world);
    }
  }

  private static String spec(int port) throws IOException {
    return """
    dataStore: default
    kubernetes: {version: v1.36.3, kubelet: {}}
    controlPlane:
      service: {serviceType: ClusterIP}
      deployment:
        extraArgs:
          apiServer: [--bind-address=127.0.0.1, --endpoint-reconciler-type=none]
          controllerManager: [--bind-address=127.0.0.1, --secure-port=%d]
          scheduler: [--secure-port=%d]
    networkProfile: {address: 127.0.0.1, port: %d}
    """
        .formatted(FreePort.next(), FreePort.next(), port);
  }

  private static void awaitServing(RealTenant tenant, World world) throws IOException {
    try (var client = client(world, "super-admin.conf")) {
      Await.untilTrue("the tenant serves", Duration.ofMinutes(2), () -> serves(client));
    } catch (AssertionError late) {
      throw new AssertionError(tenant.log("kube-apiserver"), late);
    }
  }

  private static boolean serves(KubernetesClient client) {
    try {
      return "ok".equals(client.raw("/readyz"))
          && client.namespaces().withName("kube-public").get() != null;
    } catch (KubernetesClientException notYet) {
      return false;
    }
  }

  private static Answer<Boolean> write(TenantBasics basics, World world, Plan.Basics wanted) {
    var tenant = new Tenant(new ObjectKey("control-planes", "shop"), Planes.UID);
    return basics.write(tenant, kubeconfig(world, "super-admin.conf").getBytes(UTF_8), wanted);
  }

  private static void administratorGetsIn(World world) {
    try (var admin = client(world, "admin.conf")) {
      assertThat(admin.secrets().inNamespace("kube-system").list()).isNotNull();
      var config =
          admin.configMaps().inNamespace("kube-system").withName("kubeadm-config").require();
      assertThat(config.getData().get("ClusterConfiguration"))
          .contains("kubernetesVersion: \"v1.36.3\"", "kind: \"ClusterConfiguration\"");
    }
  }

  private static void anyoneFindsTheCluster(World world, int port) throws Exception {
    var authorities = Kubeconfig.parse(kubeconfig(world, "admin.conf")).authorities();
    try (var http = HttpClient.newBuilder().sslContext(TlsContext.trusting(authorities)).build()) {
      var address =
          URI.create(
              "https://127.0.0.1:%d/api/v1/namespaces/kube-public/configmaps/cluster-info"
                  .formatted(port));
      var answer =
          http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("certificate-authority-data");
    }
  }

  /** Whoever holds its lease has been let in, and works. */
  private static void controllersWork(World world) {
    try (var admin = client(world, "admin.conf")) {
      for (var name : new String[] {"kube-controller-manager", "kube-scheduler"}) {
        Await.untilTrue(
            name + " works",
            Duration.ofMinutes(3),
            () -> admin.leases().inNamespace("kube-system").withName(name).get() != null);
      }
      Await.untilTrue(
          "the controller manager published the root",
          Duration.ofMinutes(3),
          () ->
              admin.configMaps().inNamespace("default").withName("kube-root-ca.crt").get() != null);
    }
  }

  private static String kubeconfig(World world, String key) {
    return Objects.requireNonNull(world.keys.get(Part.ADMIN)).text(key);
  }

  private static KubernetesClient client(World world, String key) {
    var access =
        Kubeconfigs.fromBytes(kubeconfig(world, key).getBytes(UTF_8), "of the test").orElseThrow();
    return Clients.connect(access, ClientSettings.named("steward-test"));
  }
}
