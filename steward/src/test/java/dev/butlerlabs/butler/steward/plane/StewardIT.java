package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.DataStoreSpec;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Authority;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.ClientCertificate;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Content;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.SecretKey;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Tls;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.steward.Steward;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.steward.store.driver.Corners;
import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.Keys;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.FreePort;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.RealEtcd;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All of Steward on a real API server and a real etcd with authentication on; the test only plays
 * the node: it starts the stored Deployment's programs and tells that they are ready.
 */
@OnRealApiServer
class StewardIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  void orderBecomesATenantThatServesAndGoesWithoutATrace(TestCluster cluster, @TempDir Path folder)
      throws Exception {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
    var client = cluster.client(WireFormat.serialization());
    try (var etcd = RealEtcd.start();
        var timeline = new SystemTimeline();
        var tenants =
            new TenantClients(
                TenantSettings.usual("steward-test"), timeline, new SimpleMeterRegistry());
        var steward =
            new Steward(
                client, timeline, tenants, "test", store(cluster), "super-admin.conf", null);
        var engine = engine(client, timeline);
        var tenant = new RealTenant(folder)) {
      steward.addTo(engine);
      engine.start();
      orderStore(cluster, client, etcd);
      orderPlane(cluster, client);

      startAsStored(cluster, client, tenant);
      var ready = await(client).until("it is Ready", plane(cluster, client), StewardIT::ready);
      assertThat(ready.getStatus()).isNotNull();
      administratorGetsIn(cluster, client);

      tenant.stop();
      plane(cluster, client).delete();
      await(client).untilGone(plane(cluster, client));
      await(client)
          .until(
              "nobody uses the store",
              client.resources(DataStore.class).withName(store(cluster)),
              store -> store.getStatus() != null && store.getStatus().usedBy().isEmpty());
      nothingIsLeftIn(etcd);
    }
  }

  private static void nothingIsLeftIn(RealEtcd etcd) {
    try (var root = Corners.root(etcd)) {
      var session = root.within(Duration.ofSeconds(10));
      assertThat(session.users().all()).isEqualTo(Reply.answered(List.of("root")));
      assertThat(session.users().allRoles()).isEqualTo(Reply.answered(List.of("root")));
      assertThat(session.keys().count(Keys.Span.under(Bytes.of("/"))).map(Keys.Page::count))
          .isEqualTo(Reply.answered(0L));
    }
  }

  private static Engine engine(KubernetesClient client, SystemTimeline timeline) {
    return new Engine(
        new Engine.Parts(
            client,
            timeline,
            Leadership.always(),
            new PatchedFinalizers(client),
            new SimpleMeterRegistry(),
            new Random(1)));
  }

  private static Await await(KubernetesClient client) {
    return new Await(client).within(PATIENCE);
  }

  private static String store(TestCluster cluster) {
    return cluster.namespace() + "-store";
  }

  private static void orderStore(TestCluster cluster, KubernetesClient client, RealEtcd etcd) {
    var texts =
        Map.of(
            "ca.crt", etcd.authority().certificatePem(),
            "ca.key", etcd.authority().key().pem(),
            "tls.crt", etcd.root().certificatePem(),
            "tls.key", etcd.root().key().pem());
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(cluster.namespace())
                .withName("store")
                .endMetadata()
                .withData(SecretText.encode(texts))
                .build())
        .create();
    var store = new DataStore();
    store.setMetadata(new ObjectMetaBuilder().withName(store(cluster)).build());
    store.setSpec(
        new DataStoreSpec(
            Driver.ETCD,
            List.of(etcd.endpoint()),
            null,
            new Tls(
                new Authority(content(cluster, "ca.crt"), content(cluster, "ca.key")),
                new ClientCertificate(content(cluster, "tls.crt"), content(cluster, "tls.key"))),
            null));
    client.resource(store).create();
  }

  private static Content content(TestCluster cluster, String key) {
    return new Content(null, new SecretKey("store", cluster.namespace(), key));
  }

  private static void orderPlane(TestCluster cluster, KubernetesClient client) throws IOException {
    var plane = new TenantControlPlane();
    plane.setMetadata(
        new ObjectMetaBuilder().withNamespace(cluster.namespace()).withName("shop").build());
    plane.setSpec(
        Planes.spec(
            """
            kubernetes: {version: v1.36.3, kubelet: {}}
            controlPlane:
              service: {serviceType: ClusterIP}
              deployment:
                replicas: 1
                extraArgs:
                  apiServer: [--bind-address=127.0.0.1, --endpoint-reconciler-type=none]
                  controllerManager: [--bind-address=127.0.0.1, --secure-port=%d]
                  scheduler: [--secure-port=%d]
            networkProfile: {address: 127.0.0.1, port: %d}
            """
                .formatted(FreePort.next(), FreePort.next(), FreePort.next())));
    client.resource(plane).create();
  }

  private static void startAsStored(TestCluster cluster, KubernetesClient client, RealTenant tenant)
      throws IOException {
    var deployments = client.apps().deployments().inNamespace(cluster.namespace());
    var deployment = await(client).until("there is one", deployments.withName("shop"), _ -> true);
    var secrets =
        client
            .secrets()
            .inNamespace(cluster.namespace())
            .withLabel(Marks.NAME, "shop")
            .list()
            .getItems();
    tenant.startPods(deployment, secrets);
    cluster
        .kubectl(
            "patch",
            "deployment",
            "shop",
            "--subresource=status",
            "--type=merge",
            "-p",
            """
            {"status": {"observedGeneration": %d, "replicas": 1, "updatedReplicas": 1,
             "readyReplicas": 1, "availableReplicas": 1}}
            """
                .formatted(deployment.getMetadata().getGeneration()))
        .requireSuccess();
  }

  private static boolean ready(TenantControlPlane plane) {
    return plane.getStatus() != null
        && plane.getStatus().conditions().stream()
            .anyMatch(one -> one.type().equals("Ready") && one.status() == Truth.TRUE);
  }

  private static void administratorGetsIn(TestCluster cluster, KubernetesClient client) {
    var secret =
        client
            .secrets()
            .inNamespace(cluster.namespace())
            .withName("shop-admin-kubeconfig")
            .require();
    var kubeconfig = SecretText.of(secret).getOrDefault("admin.conf", "").getBytes(UTF_8);
    var access = Kubeconfigs.fromBytes(kubeconfig, "of the tenant").orElseThrow();
    try (var admin = Clients.connect(access, ClientSettings.named("steward-test"))) {
      assertThat(admin.configMaps().inNamespace("kube-system").withName("kubelet-config").get())
          .isNotNull();
    }
  }

  private static Resource<TenantControlPlane> plane(TestCluster cluster, KubernetesClient client) {
    return client
        .resources(TenantControlPlane.class)
        .inNamespace(cluster.namespace())
        .withName("shop");
  }
}
