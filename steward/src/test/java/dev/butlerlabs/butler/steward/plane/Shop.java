package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.FreePort;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;

/**
 * The control plane "shop" of a test: ordered as a user would, with the test in the node's place.
 */
final class Shop {

  static final Duration PATIENCE = Duration.ofMinutes(3);

  private final TestCluster cluster;
  private final KubernetesClient client;
  private final RealTenant tenant;
  private final String spec;

  Shop(TestCluster cluster, KubernetesClient client, RealTenant tenant) throws IOException {
    this.cluster = cluster;
    this.client = client;
    this.tenant = tenant;
    this.spec =
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
            .formatted(FreePort.next(), FreePort.next(), FreePort.next());
  }

  /** Orders it, with more in its spec. */
  void order(String more) {
    var plane = new TenantControlPlane();
    plane.setMetadata(
        new ObjectMetaBuilder().withNamespace(cluster.namespace()).withName("shop").build());
    plane.setSpec(Planes.spec(spec + more + "\n"));
    client.resource(plane).create();
  }

  /** Starts what is stored, tells that it is ready, and waits until it is usable. */
  void serve() throws IOException {
    var stored =
        await()
            .until(
                "pods are wanted",
                deployment(),
                one -> Objects.equals(one.getSpec().getReplicas(), 1));
    var secrets =
        client.secrets().inNamespace(cluster.namespace()).withLabel(Marks.NAME, "shop").list();
    tenant.startPods(stored, secrets.getItems());
    // A node tells that a pod is ready when its probe says so.
    try (var admin = admin()) {
      Await.untilTrue("its API is ready", PATIENCE, () -> answers(admin));
    }
    tellPods(stored, 1);
    try {
      await().until("it is Ready", plane(), one -> told(one, "Ready"));
    } catch (AssertionError late) {
      throw new AssertionError(tenant.log("kube-apiserver"), late);
    }
  }

  /** Plays the Deployment controller. */
  void tellPods(Deployment stored, int pods) {
    var status =
        """
        {"status": {"observedGeneration": %d, "replicas": %d, "updatedReplicas": %d,
         "readyReplicas": %d, "availableReplicas": %d}}
        """
            .formatted(stored.getMetadata().getGeneration(), pods, pods, pods, pods);
    cluster
        .kubectl(
            "patch", "deployment", "shop", "--subresource=status", "--type=merge", "-p", status)
        .requireSuccess();
  }

  /** Stops its programs, deletes it, and waits until it is gone. */
  void delete() {
    tenant.stop();
    plane().delete();
    await().untilGone(plane());
  }

  /** The tenant's administrator; to be closed. */
  KubernetesClient admin() {
    var secret =
        client
            .secrets()
            .inNamespace(cluster.namespace())
            .withName("shop-admin-kubeconfig")
            .require();
    var kubeconfig = SecretText.of(secret).getOrDefault("admin.conf", "").getBytes(UTF_8);
    var access = Kubeconfigs.fromBytes(kubeconfig, "of the tenant").orElseThrow();
    return Clients.connect(access, ClientSettings.named("steward-test"));
  }

  private static boolean answers(KubernetesClient admin) {
    try {
      return "ok".equals(admin.raw("/readyz"));
    } catch (KubernetesClientException notYet) {
      return false;
    }
  }

  /** Whether a ConfigMap could be made inside the tenant. */
  static boolean keep(KubernetesClient admin, String name) {
    var made =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName(name)
            .endMetadata()
            .build();
    try {
      admin.resource(made).create();
      return true;
    } catch (KubernetesClientException notNow) {
      return false;
    }
  }

  static boolean kept(KubernetesClient admin, String name) {
    return admin.configMaps().inNamespace("default").withName(name).get() != null;
  }

  static boolean told(TenantControlPlane plane, String type) {
    return plane.getStatus() != null
        && plane.getStatus().conditions().stream()
            .anyMatch(one -> one.type().equals(type) && one.status() == Truth.TRUE);
  }

  Await await() {
    return new Await(client).within(PATIENCE);
  }

  Resource<Deployment> deployment() {
    return client.resources(Deployment.class).inNamespace(cluster.namespace()).withName("shop");
  }

  Resource<TenantControlPlane> plane() {
    return client
        .resources(TenantControlPlane.class)
        .inNamespace(cluster.namespace())
        .withName("shop");
  }
}
