package dev.butlerlabs.butler.providers.infratests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.tenants.TenantControllers;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An order on every platform, looked after by the real controllers on a real API server, from its
 * objects to Ready and until nothing of it is left. Steward, Cluster API and the platform's
 * provider are stand-ins that keep to the contract between them.
 */
@OnRealApiServer
class FollowedIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Where load balancers are no programs inside of the cluster. */
  private static final Set<Platform> BALANCED_OUTSIDE =
      EnumSet.of(Platform.AWS, Platform.AZURE, Platform.GCP, Platform.HARVESTER, Platform.KUBEVIRT);

  private static final ObjectMapper WIRE = WireFormat.mapper();

  @ParameterizedTest
  @EnumSource
  void orderIsFollowedToReadyAndUntilNothingIsLeft(Platform platform, TestCluster cluster)
      throws InterruptedException, IOException {
    install(cluster);
    var client = cluster.client(WireFormat.serialization());
    var controllers = cluster.freshNamespace();
    var before = everything(client, controllers);
    try (var timeline = new SystemTimeline();
        var inside = tenants(timeline);
        var engine = engine(client, timeline)) {
      TenantControllers.add(
          engine,
          client,
          timeline,
          "test",
          new SimpleMeterRegistry(),
          List.of(platform.infrastructure(controllers)),
          new AdminDoor(client, inside, "admin.conf"));
      engine.start();
      assertThat(engine.awaitSynced(PATIENCE)).isTrue();
      order(platform, cluster, client);

      var place =
          Objects.requireNonNull(
              awaitTold(client, cluster, "its namespace", one -> one.tenantNamespace() != null)
                  .tenantNamespace());
      var neighbours = new Neighbours(client, place, "web");
      awaitThere(neighbours, Neighbours.PLANES, "StewardControlPlane");
      awaitThere(neighbours, Neighbours.CAPI, "Cluster");
      neighbours.controlPlaneServes();
      neighbours.infrastructureStands();
      awaitThere(neighbours, Neighbours.CAPI, "MachineDeployment");
      if (platform == Platform.AWS) {
        assertThat(everything(client, controllers)).as("it could be left").isNotEqualTo(before);
      }
      neighbours.workersJoin();
      awaitTold(client, cluster, "Ready", one -> one.phase() == Phase.READY);
      whatThePlatformSaysSinceReplacesNothing(client, cluster, neighbours);

      var balancer = balancer(client, cluster, place);
      web(client, cluster).delete();
      if (BALANCED_OUTSIDE.contains(platform)) {
        awaitTold(
            client,
            cluster,
            "what is on its platform",
            one -> one.cause() != null && one.cause().what().contains("is still Service"));
        assertThat(neighbours.all(Neighbours.CAPI, "Cluster").getFirst().isMarkedForDeletion())
            .isFalse();
        balancer.edit(FollowedIT::released);
      }
      Await.untilTrue(
          "the Cluster is deleted",
          PATIENCE,
          () -> neighbours.all(Neighbours.CAPI, "Cluster").isEmpty());
      neighbours.clusterGoes();
      Await.untilTrue("it is gone", PATIENCE, () -> web(client, cluster).get() == null);
      assertThat(client.namespaces().withName(place).get()).isNull();
      assertThat(everything(client, controllers)).isEqualTo(before);
      var still = balancer.get();
      assertThat(still == null).isEqualTo(BALANCED_OUTSIDE.contains(platform));
      Optional.ofNullable(still).ifPresent(one -> released(client, one));
    }
  }

  private static void whatThePlatformSaysSinceReplacesNothing(
      KubernetesClient client, TestCluster cluster, Neighbours neighbours) {
    var before = template(neighbours);
    cluster
        .kubectl(
            "patch",
            "providerconfig",
            "account",
            "--type=merge",
            "-p",
            "{\"spec\": {\"network\": {\"timeServers\": [\"time.example.com\"]}}}")
        .requireSuccess();
    var told =
        awaitTold(
            client,
            cluster,
            "that its workers are older",
            one -> new Conditions(one.conditions()).holds("OlderDefaults"));
    assertThat(told.phase()).isEqualTo(Phase.READY);
    assertThat(template(neighbours)).isEqualTo(before);
  }

  private static String template(Neighbours neighbours) {
    return Neighbours.tree(neighbours.all(Neighbours.CAPI, "MachineDeployment").getFirst())
        .at("/spec/template/spec")
        .toString();
  }

  /** One that its cloud controller has made; its load balancer goes before it does. */
  private static Resource<Service> balancer(
      KubernetesClient client, TestCluster cluster, String place) throws IOException {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName("web-admin-kubeconfig")
                .withNamespace(place)
                .endMetadata()
                .withStringData(Map.of("admin.conf", Files.readString(cluster.kubeconfig())))
                .build())
        .create();
    var service =
        client.resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withName("front")
                .withNamespace(cluster.freshNamespace())
                .withFinalizers("service.kubernetes.io/load-balancer-cleanup")
                .endMetadata()
                .withNewSpec()
                .withType("LoadBalancer")
                .addNewPort()
                .withPort(443)
                .endPort()
                .endSpec()
                .build());
    service.create();
    return service;
  }

  private static void released(KubernetesClient client, Service service) {
    var there = client.resource(service);
    there.edit(FollowedIT::released);
    there.delete();
  }

  private static Service released(Service service) {
    service.getMetadata().setFinalizers(List.of());
    return service;
  }

  private static TenantClients tenants(SystemTimeline timeline) {
    return new TenantClients(TenantSettings.usual("test"), timeline, new SimpleMeterRegistry());
  }

  private static void install(TestCluster cluster) {
    AcceptedIT.install(cluster);
    CoreKinds.install(cluster);
    cluster.installResources(
        "crds/tenantclusters.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml",
        "crds/tenantaddons.butler.butlerlabs.dev.yaml",
        "crds/imagesyncs.butler.butlerlabs.dev.yaml",
        "crds/ipallocations.butler.butlerlabs.dev.yaml",
        "crds/networkpools.butler.butlerlabs.dev.yaml",
        "crds/stewardcontrolplanes.controlplane.cluster.x-k8s.io.yaml",
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
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

  /** The order and what it needs: an account and, on hardware of one's own, addresses. */
  private static void order(Platform platform, TestCluster cluster, KubernetesClient client) {
    var home = cluster.namespace();
    var credentials = platform.credentials();
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName("account")
                .withNamespace(home)
                .endMetadata()
                .withStringData(platform.secret())
                .build())
        .create();
    ObjectNode config = WIRE.createObjectNode();
    config.put("apiVersion", "butler.butlerlabs.dev/v1alpha1").put("kind", "ProviderConfig");
    config.putObject("metadata").put("name", "account");
    config.set("spec", WIRE.valueToTree(WholeCluster.settings(platform)));
    if (config.at("/spec/network").isObject()) {
      config.withObject("/spec/network").put("gateway", "10.40.0.1");
      config.withObject("/spec/network").putArray("dnsServers").add("10.40.0.2");
    }
    var ref = config.withObject("/spec/credentialsRef").put("name", "account");
    ref.put("namespace", home);
    Optional.ofNullable(credentials.key()).ifPresent(key -> ref.put("key", key));
    apply(cluster, config.toString());
    apply(
        cluster,
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: NetworkPool
        metadata: {name: lab}
        spec: {cidr: 10.40.0.0/22}
        ---
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata: {name: web}
        spec: {kubernetesVersion: v1.36.3, workers: {replicas: 1}}
        """);
    claim(cluster, web(client, cluster).require().getMetadata().getUid());
    status(
        cluster,
        "tenantcluster",
        """
        {"effective": {"kubernetesVersion": "v1.36.3",
          "workers": {"replicas": 1, "machineTemplate": {"cpu": 4, "memory": "16Gi",
            "diskSize": "100Gi", "os": {"type": "rocky"}}},
          "providerConfigRef": {"name": "account", "namespace": "%s"}},
         "conditions": [{"type": "NetworkReady", "status": "True", "reason": "Ready", "message": "",
           "lastTransitionTime": "2030-01-01T00:00:00Z"}]}
        """
            .formatted(home));
  }

  private static void claim(TestCluster cluster, String uid) {
    apply(
        cluster,
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: IPAllocation
        metadata: {name: web, labels: {butler.butlerlabs.dev/tenant-uid: "%s"}}
        spec:
          poolRef: {name: lab}
          tenantClusterRef: {name: web, namespace: %s}
          type: nodes
        """
            .formatted(uid, cluster.namespace()));
    status(
        cluster,
        "ipallocation",
        "{\"phase\": \"Allocated\", \"startAddress\": \"10.40.0.10\", \"endAddress\": \"10.40.0.29\"}");
  }

  private static void apply(TestCluster cluster, String manifest) {
    cluster.kubectlReading(manifest, "apply", "-f", "-").requireSuccess();
  }

  private static void status(TestCluster cluster, String kind, String status) {
    cluster
        .kubectl(
            "patch",
            kind,
            "web",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\": %s}".formatted(status))
        .requireSuccess();
  }

  private static Resource<TenantCluster> web(KubernetesClient client, TestCluster cluster) {
    return client.resources(TenantCluster.class).inNamespace(cluster.namespace()).withName("web");
  }

  private static TenantClusterStatus awaitTold(
      KubernetesClient client,
      TestCluster cluster,
      String what,
      Predicate<TenantClusterStatus> wanted) {
    var found =
        new Await(client)
            .within(PATIENCE)
            .until(
                what + " is told",
                web(client, cluster),
                one -> one.getStatus() != null && wanted.test(one.getStatus()));
    return Objects.requireNonNull(found.getStatus());
  }

  private static void awaitThere(Neighbours neighbours, String api, String kind) {
    Await.untilTrue(kind + " is there", PATIENCE, () -> !neighbours.all(api, kind).isEmpty());
  }

  /** What outlives a namespace: objects of the whole cluster, and Secrets for a provider. */
  private static List<String> everything(KubernetesClient client, String controllers) {
    var wide =
        Tables.definitions().stream()
            .filter(one -> one.getSpec().getScope().equals("Cluster"))
            .flatMap(
                one -> {
                  var api =
                      one.getSpec().getGroup()
                          + "/"
                          + Tables.version(one.getSpec().getNames().getKind());
                  return client
                      .genericKubernetesResources(api, one.getSpec().getNames().getKind())
                      .list()
                      .getItems()
                      .stream()
                      .map(object -> object.getKind() + " " + object.getMetadata().getName());
                });
    var secrets =
        client.secrets().inNamespace(controllers).list().getItems().stream()
            .map(secret -> "Secret " + secret.getMetadata().getName());
    return Stream.concat(wide, secrets).sorted().toList();
  }
}
