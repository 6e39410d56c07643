package dev.butlerlabs.butler.steward.capi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract with Cluster API, with the tenant behind it played by hand. */
@OnRealApiServer
class ClusterApiIT {

  private static final String CLUSTERS = "clusters.cluster.x-k8s.io";
  private static final String ALONE =
      "ClusterMissing: no Cluster has this as its control plane yet."
          + " Create a Cluster whose spec.controlPlaneRef names it";
  private static final String SERVING =
      """
      {"status": {"controlPlaneEndpoint": "10.9.8.7:6443",
        "kubernetesResources": {
          "version": {"version": "v1.36.3", "status": "Ready"},
          "deployment": {"name": "shop-plane", "namespace": "x", "selector": "app=shop",
            "replicas": 2, "readyReplicas": 2, "availableReplicas": 2, "updatedReplicas": 2}},
        "conditions": [
          {"type": "Ready", "status": "True", "reason": "Ready", "message": "it answers",
           "lastTransitionTime": "2026-01-01T00:00:00Z"},
          {"type": "RolledOut", "status": "True", "reason": "RolledOut", "message": "all",
           "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
      """;

  private final SystemTimeline timeline = new SystemTimeline();
  private TestCluster cluster;
  private KubernetesClient admin;
  private RecordingClient process;
  private Engine engine;
  private Await await;

  @BeforeEach
  void start(TestCluster given) throws Exception {
    cluster = given;
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/stewardcontrolplanes.controlplane.cluster.x-k8s.io.yaml",
        "crds/localclusters.infrastructure.cluster.x-k8s.io.yaml",
        CLUSTERS + ".yaml");
    admin = cluster.client(WireFormat.serialization());
    process = cluster.recording(WireFormat.serialization(), Faults.none());
    await = new Await(admin);
    open();
  }

  private void open() throws InterruptedException {
    var client = process.client();
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    engine.add(
        "cluster-api",
        ControlPlaneReconciler.watches(),
        new ControlPlaneReconciler(new Clerk(client, timeline)),
        ControllerSettings.DEFAULT);
    engine.start();
    assertThat(engine.awaitSynced(Duration.ofMinutes(2))).isTrue();
  }

  @AfterEach
  void stop() {
    engine.close();
    timeline.close();
  }

  @Test
  void aControlPlaneWithoutClusterSaysWhatIsMissingAndOrdersNothing() {
    order();
    ready(ALONE);
    assertThat(tenant().get()).isNull();
  }

  @Test
  void clusterApiMayBeInstalledAfterTheStart() throws Exception {
    engine.close();
    var definition = admin.apiextensions().v1().customResourceDefinitions().withName(CLUSTERS);
    definition.delete();
    await.untilGone(definition);
    open();
    order();
    ready(ALONE);

    cluster.installResources(CLUSTERS + ".yaml");
    adopt(false);

    await.until("the tenant is ordered", tenant(), Objects::nonNull);
  }

  @Test
  void whatTheTenantReachesIsToldInBothShapesOfTheContract() {
    order();
    adopt(false);
    await.until("the tenant is ordered", tenant(), Objects::nonNull);
    assertThat(tenant().get().getSpec().networkProfile())
        .satisfies(
            network -> {
              assertThat(network.serviceCidr()).isEqualTo("10.96.0.0/12,fd00:1::/108");
              assertThat(network.podCidr()).isEqualTo("10.244.0.0/16");
              assertThat(network.clusterDomain()).isEqualTo("shop.example");
            });
    var waiting = await.until("told", plane(), found -> found.getStatus() != null);
    assertThat(waiting.getStatus().initialized()).isFalse();

    tenantSecrets();
    tenantSays(SERVING);

    await.until(
        "initialized",
        plane(),
        found -> found.getStatus().initialized() && told(found, "Ready").startsWith("Ready: "));
    var status = plane().get().getStatus();
    assertThat(Objects.requireNonNull(status.initialization()).controlPlaneInitialized()).isTrue();
    assertThat(status.ready()).isTrue();
    assertThat(status.version()).isEqualTo("v1.36.3");
    assertThat(status.selector()).isEqualTo("app=shop");
    assertThat(status.externalManagedControlPlane()).isTrue();
    assertThat(status.replicas()).isEqualTo(2);
    assertThat(status.upToDateReplicas()).isEqualTo(2);
    assertThat(get("stcp/shop-plane", "{.spec.controlPlaneEndpoint}"))
        .isEqualTo("{\"host\":\"10.9.8.7\",\"port\":6443}");
    assertThat(get("localcluster/shop", "{.spec.controlPlaneEndpoint}"))
        .isEqualTo("{\"host\":\"10.9.8.7\",\"port\":6443}");
    var kubeconfig = secret("shop-kubeconfig");
    assertThat(kubeconfig.getType()).isEqualTo("cluster.x-k8s.io/secret");
    assertThat(kubeconfig.getMetadata().getLabels())
        .containsEntry("cluster.x-k8s.io/cluster-name", "shop");
    assertThat(text(kubeconfig, "value")).isEqualTo("the kubeconfig");
    assertThat(text(secret("shop-ca"), "tls.crt")).isEqualTo("the authority");
    assertThat(text(secret("shop-ca"), "tls.key")).isEqualTo("not-disclosed");
  }

  @Test
  void afterARestartOnlyWhatChangedIsWritten() throws Exception {
    order();
    adopt(false);
    await.until("the tenant is ordered", tenant(), Objects::nonNull);
    tenantSecrets();
    tenantSays(SERVING);
    ready("Ready: the cluster's API can be used, and Cluster API knows how");
    engine.close();
    var before = process.calls().writes().size();

    annotate("stcp/shop-plane", "poke=1");
    open();
    await.until(
        "the annotation is handed on",
        tenant(),
        found ->
            found.getMetadata().getAnnotations() != null
                && found.getMetadata().getAnnotations().containsKey("poke"));
    engine.close();

    var written = process.calls().writes();
    assertThat(written.subList(before, written.size()))
        .filteredOn(call -> call.toString().contains(cluster.namespace() + "/"))
        .as("the tenant, two Secrets once per process, and what the first process did not tell")
        .hasSizeLessThanOrEqualTo(4);
  }

  @Test
  void aPausedClusterIsLeftAloneAndSaysSo() {
    order();
    adopt(true);
    await.until(
        "paused", plane(), found -> told(found, "Paused").startsWith("Paused: Cluster shop is"));
    assertThat(tenant().get()).isNull();
  }

  @Test
  void anEndpointThatNodesKnowIsNotReplaced() {
    order();
    adopt(false);
    await.until("the tenant is ordered", tenant(), Objects::nonNull);
    tenantSecrets();
    tenantSays(SERVING);
    ready("Ready: the cluster's API can be used, and Cluster API knows how");

    tenantSays(SERVING.replace("10.9.8.7", "10.9.8.8"));

    await.until(
        "told",
        plane(),
        found ->
            told(found, "ControlPlaneEndpointPatched")
                .startsWith("EndpointDiffers: StewardControlPlane " + cluster.namespace()));
    assertThat(get("stcp/shop-plane", "{.spec.controlPlaneEndpoint.host}")).isEqualTo("10.9.8.7");
  }

  @Test
  void aTenantOfThatNameWhichIsNotOursIsLeftAlone() {
    cluster
        .kubectlReading(
            """
            apiVersion: steward.butlerlabs.dev/v1alpha1
            kind: TenantControlPlane
            metadata: {name: shop-plane}
            spec:
              dataStore: elsewhere
              kubernetes: {version: v1.35.0, kubelet: {}}
              controlPlane: {service: {serviceType: ClusterIP}}
            """,
            "create",
            "-f",
            "-")
        .requireSuccess();
    order();
    adopt(false);
    await.until(
        "refused",
        plane(),
        found -> told(found, "Ready").contains("was not made by butler-steward-cluster-api"));
    assertThat(tenant().get().getSpec().dataStore()).isEqualTo("elsewhere");
  }

  @Test
  void theControlPlaneGoesOnlyAfterItsTenant() {
    order();
    adopt(false);
    await.until("the tenant is ordered", tenant(), Objects::nonNull);
    cluster
        .kubectl(
            "patch",
            "tcp",
            "shop-plane",
            "--type=merge",
            "-p",
            "{\"metadata\": {\"finalizers\": [\"example.com/busy\"]}}")
        .requireSuccess();

    cluster.kubectl("delete", "stcp", "shop-plane", "--wait=false").requireSuccess();
    await.until(
        "the tenant is being deleted",
        tenant(),
        found -> found != null && found.isMarkedForDeletion());
    assertThat(plane().get()).isNotNull();

    cluster
        .kubectl(
            "patch",
            "tcp",
            "shop-plane",
            "--type=merge",
            "-p",
            "{\"metadata\": {\"finalizers\": null}}")
        .requireSuccess();
    await.untilGone(plane());
  }

  private void order() {
    apply(
        """
        apiVersion: controlplane.cluster.x-k8s.io/v1alpha1
        kind: StewardControlPlane
        metadata: {name: shop-plane}
        spec: {version: 1.36.3}
        ---
        apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
        kind: LocalCluster
        metadata: {name: shop}
        spec: {}
        """);
  }

  /** What Cluster API does: the Cluster becomes an owner of what it refers to. */
  private void adopt(boolean paused) {
    apply(
        """
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: Cluster
        metadata: {name: shop}
        spec:
          paused: %s
          clusterNetwork:
            services: {cidrBlocks: [10.96.0.0/12, "fd00:1::/108"]}
            pods: {cidrBlocks: [10.244.0.0/16]}
            serviceDomain: shop.example
          controlPlaneRef: {apiGroup: controlplane.cluster.x-k8s.io, kind: StewardControlPlane, name: shop-plane}
          infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: LocalCluster, name: shop}
        """
            .formatted(paused));
    var uid = get("cluster/shop", "{.metadata.uid}");
    cluster
        .kubectl(
            "patch",
            "stcp",
            "shop-plane",
            "--type=merge",
            "-p",
            """
            {"metadata": {"ownerReferences": [{"apiVersion": "cluster.x-k8s.io/v1beta2",
              "kind": "Cluster", "name": "shop", "uid": "%s"}]}}
            """
                .formatted(uid))
        .requireSuccess();
  }

  private void tenantSecrets() {
    apply(
        """
        apiVersion: v1
        kind: Secret
        metadata:
          name: shop-plane-admin-kubeconfig
          labels: {steward.butlerlabs.dev/project: steward, steward.butlerlabs.dev/name: shop-plane, steward.butlerlabs.dev/component: admin-kubeconfig}
        stringData: {admin.conf: the kubeconfig, super-admin.conf: nobody gets this}
        ---
        apiVersion: v1
        kind: Secret
        metadata:
          name: shop-plane-ca
          labels: {steward.butlerlabs.dev/project: steward, steward.butlerlabs.dev/name: shop-plane, steward.butlerlabs.dev/component: ca}
        stringData: {ca.crt: the authority, tls.crt: x, tls.key: nobody gets this}
        """);
  }

  private void tenantSays(String patch) {
    cluster
        .kubectl("patch", "tcp", "shop-plane", "--subresource=status", "--type=merge", "-p", patch)
        .requireSuccess();
  }

  private void ready(String sentence) {
    await.until("told", plane(), found -> told(found, "Ready").equals(sentence));
  }

  private static String told(StewardControlPlane plane, String type) {
    return plane.getStatus() == null
        ? ""
        : plane.getStatus().conditions().stream()
            .filter(condition -> condition.type().equals(type))
            .map(condition -> condition.reason() + ": " + condition.message())
            .findFirst()
            .orElse("");
  }

  private void apply(String yaml) {
    cluster.kubectlReading(yaml, "apply", "-f", "-").requireSuccess();
  }

  private void annotate(String object, String annotation) {
    cluster.kubectl("annotate", object, annotation).requireSuccess();
  }

  private String get(String object, String path) {
    return cluster.kubectl("get", object, "-o", "jsonpath=" + path).requireSuccess();
  }

  private Secret secret(String name) {
    return admin.secrets().inNamespace(cluster.namespace()).withName(name).require();
  }

  private static String text(Secret secret, String key) {
    return new String(Base64.getDecoder().decode(secret.getData().get(key)), UTF_8);
  }

  private Resource<StewardControlPlane> plane() {
    return admin
        .resources(StewardControlPlane.class)
        .inNamespace(cluster.namespace())
        .withName("shop-plane");
  }

  private Resource<TenantControlPlane> tenant() {
    return admin
        .resources(TenantControlPlane.class)
        .inNamespace(cluster.namespace())
        .withName("shop-plane");
  }
}
