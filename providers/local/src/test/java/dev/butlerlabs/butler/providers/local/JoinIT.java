package dev.butlerlabs.butler.providers.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A machine's life in a real tenant: it joins, is seen to live, and goes. */
@OnRealApiServer
@ExtendWith(OneTenant.class)
class JoinIT {

  private static final String REGISTRATION =
      """
      name: '{{ ds.meta_data.local_hostname }}'
      kubeletExtraArgs:
      - name: node-labels
        value: pool=md-0,tier=front
      taints:
      - effect: NoSchedule
        key: node.cluster.x-k8s.io/uninitialized
      """;

  private final SystemTimeline timeline = new SystemTimeline();
  private Estate estate;
  private RealTenant tenant;

  @BeforeEach
  void start(TestCluster cluster, RealTenant given) {
    tenant = given;
    estate = new Estate(cluster, timeline);
    estate.cluster("shop");
    estate.secret("shop-kubeconfig", "value", tenant.adminKubeconfig());
  }

  @AfterEach
  void stop() {
    estate.close();
    timeline.close();
  }

  @Test
  void itJoinsWithItsTokenAndIsTheNodeThatWasOrdered() {
    estate.machine(
        "worker-a", "{failureDomain: rack-a, capacity: {cpu: \"8\", memory: 32Gi, maxPods: 50}}");
    estate.data("worker-a", tenant.data(REGISTRATION));

    var told = awaitServing("worker-a");
    var node = tenant.node("worker-a");

    assertThat(told.getStatus().nodeName()).isEqualTo("worker-a");
    assertThat(node.getSpec().getProviderID())
        .isEqualTo(told.getSpec().providerID())
        .startsWith("local://");
    assertThat(node.getStatus().getCapacity())
        .isEqualTo(
            Map.of(
                "cpu", new Quantity("8"),
                "memory", new Quantity("32Gi"),
                "pods", new Quantity("50")));
    assertThat(node.getStatus().getAllocatable()).isEqualTo(node.getStatus().getCapacity());
    assertThat(node.getMetadata().getLabels())
        .containsEntry("pool", "md-0")
        .containsEntry("tier", "front")
        .containsEntry("topology.kubernetes.io/zone", "rack-a")
        .containsEntry("butler.butlerlabs.dev/simulated", "true");
    assertThat(node.getSpec().getTaints())
        .anyMatch(taint -> taint.getKey().equals("node.cluster.x-k8s.io/uninitialized"));
    assertThat(node.getStatus().getNodeInfo().getKubeletVersion()).isEqualTo("v1.36.3");
    assertThat(node.getStatus().getNodeInfo().getOsImage()).contains("no container runs here");
    assertThat(conditions(node))
        .contains("Ready=True", "MemoryPressure=False", "DiskPressure=False", "PIDPressure=False");
    assertThat(Duration.between(tenant.renewed("worker-a"), timeline.instant()).abs())
        .isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void theCertificateIsTheNodesOwnAndIsKeptInASecretOfTheMachine() throws Exception {
    estate.machine("worker-b", "{}");
    estate.data("worker-b", tenant.data(REGISTRATION));
    var told = awaitServing("worker-b");

    assertThat(requests("worker-b"))
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.getSpec().getUsername()).startsWith("system:bootstrap:");
              assertThat(request.getSpec().getSignerName())
                  .isEqualTo("kubernetes.io/kube-apiserver-client-kubelet");
            });
    var secret = keys("worker-b").getFirst();
    assertThat(secret.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getUid()).isEqualTo(told.getMetadata().getUid()));
    assertThat(secret.getData()).containsKeys("tls.key", "tls.crt", "ca.crt", "server", "node");
    assertThat(tenant.writes("system:node:worker-b"))
        .contains("create nodes worker-b", "create leases worker-b");
    assertThat(tenant.writes("admin"))
        .as("nothing is done for it as an administrator")
        .noneMatch(write -> write.endsWith(" worker-b"));
  }

  @Test
  void itJoinsByAFileToo() {
    estate.machine("worker-c", "{}");
    estate.data(
        "worker-c",
        CloudConfigs.byFile(tenant.discoveryFile(), tenant.token().reveal(), REGISTRATION));

    awaitServing("worker-c");

    assertThat(conditions(tenant.node("worker-c"))).contains("Ready=True");
  }

  @Test
  void aTenantWithAnotherKeyIsNotBelieved() {
    estate.machine("worker-d", "{}");
    var data =
        CloudConfigs.byToken(
            tenant.endpoint(), tenant.token().reveal(), "sha256:" + "0".repeat(64), REGISTRATION);
    estate.data("worker-d", data);

    var told = estate.awaitTold("worker-d", "Joined", "False DiscoveryRefused");

    assertThat(Estate.told(told, "Joined"))
        .contains("its authority has none of the public keys in caCertHashes");
    assertThat(requests("worker-d")).isEmpty();
    assertThat(tenant.admin().nodes().withName("worker-d").get()).isNull();
  }

  @Test
  void itSpeaksForItsNodeAndForNoOther() {
    var other =
        new NodeBuilder()
            .withNewMetadata()
            .withName("taken")
            .endMetadata()
            .withNewSpec()
            .withProviderID("cloud://somebody-else")
            .endSpec()
            .build();
    var before = tenant.admin().resource(other).create();
    estate.machine("taken", "{}");
    estate.data("taken", tenant.data(REGISTRATION));

    estate.awaitTold(
        "taken", "Ready", "False NodeNameTaken: the tenant has a Node taken that is not this");
    estate.delete("localmachine/taken");
    estate.await.untilGone(estate.localMachine("taken"));

    assertThat(tenant.node("taken").getMetadata().getUid())
        .isEqualTo(before.getMetadata().getUid());
    assertThat(tenant.node("taken").getSpec().getProviderID()).isEqualTo("cloud://somebody-else");
  }

  @Test
  void deletedItTakesItsNodeAndKeyAwayAndNothingElse() {
    for (var name : List.of("worker-e", "worker-f")) {
      estate.machine(name, "{}");
      estate.data(name, tenant.data(REGISTRATION));
    }
    awaitServing("worker-e");
    awaitServing("worker-f");

    estate.delete("localmachine/worker-e");

    estate.await.untilGone(estate.localMachine("worker-e"));
    assertThat(tenant.admin().nodes().withName("worker-e").get()).isNull();
    assertThat(estate.plays("worker-e")).isFalse();
    assertThat(estate.plays("worker-f")).isTrue();
    Await.untilTrue("its key is gone", () -> keys("worker-e").isEmpty());
    Await.untilTrue(
        "its Lease is gone",
        () ->
            tenant.admin().leases().inNamespace("kube-node-lease").withName("worker-e").get()
                == null);
    assertThat(conditions(tenant.node("worker-f"))).contains("Ready=True");
    assertThat(keys("worker-f")).hasSize(1);
  }

  @Test
  void aNodeSomebodyElsePutInItsPlaceIsNotTakenAway() {
    estate.machine("worker-g", "{}");
    estate.data("worker-g", tenant.data(REGISTRATION));
    awaitServing("worker-g");
    tenant.admin().nodes().withName("worker-g").delete();
    estate.awaitTold("worker-g", "Ready", "False NodeLost: somebody took Node worker-g out");
    var other =
        new NodeBuilder()
            .withNewMetadata()
            .withName("worker-g")
            .endMetadata()
            .withNewSpec()
            .withProviderID("cloud://somebody-else")
            .endSpec()
            .build();
    tenant.admin().resource(other).create();

    estate.delete("localmachine/worker-g");

    estate.await.untilGone(estate.localMachine("worker-g"));
    assertThat(tenant.node("worker-g").getSpec().getProviderID())
        .isEqualTo("cloud://somebody-else");
  }

  @Test
  void afterARestartItGoesOnAsTheSameNode() {
    estate.machine("worker-h", "{}");
    estate.data("worker-h", tenant.data(REGISTRATION));
    awaitServing("worker-h");
    var node = tenant.node("worker-h");
    var last = tenant.renewed("worker-h");
    estate.stop();
    // The data was for the first time only.
    estate.admin.secrets().inNamespace(estate.namespace()).withName("worker-h").delete();

    estate.open();

    Await.untilTrue("it lives on", () -> tenant.renewed("worker-h").isAfter(last));
    assertThat(tenant.node("worker-h").getMetadata().getUid())
        .isEqualTo(node.getMetadata().getUid());
    assertThat(requests("worker-h")).hasSize(1);
    assertThat(keys("worker-h")).hasSize(1);
  }

  @Test
  void whenTheTenantCannotBeAskedDeletionWaitsUntilTheClusterGoesToo() {
    estate.machine("worker-i", "{}");
    estate.data("worker-i", tenant.data(REGISTRATION));
    awaitServing("worker-i");
    estate.admin.secrets().inNamespace(estate.namespace()).withName("shop-kubeconfig").delete();

    estate.delete("localmachine/worker-i");

    estate.awaitTold("worker-i", "Ready", "False WaitingForNodeRemoval: its Node could not be");
    estate.patch("cluster/shop", "{\"metadata\": {\"finalizers\": [\"example.com/busy\"]}}");
    estate.delete("cluster/shop");
    estate.await.untilGone(estate.localMachine("worker-i"));
    tenant.admin().nodes().withName("worker-i").delete();
  }

  private LocalMachine awaitServing(String machine) {
    return estate.awaitTold(
        machine, "Ready", "True Simulated: Node %s is kept alive by a sim".formatted(machine));
  }

  private static List<String> conditions(Node node) {
    return node.getStatus().getConditions().stream()
        .map(one -> one.getType() + "=" + one.getStatus())
        .toList();
  }

  private List<CertificateSigningRequest> requests(String node) {
    return tenant
        .admin()
        .certificates()
        .v1()
        .certificateSigningRequests()
        .list()
        .getItems()
        .stream()
        .filter(one -> one.getMetadata().getName().startsWith("node-csr-" + node + "-"))
        .toList();
  }

  private List<Secret> keys(String machine) {
    return estate
        .admin
        .secrets()
        .inNamespace(estate.namespace())
        .withLabel("butler.butlerlabs.dev/local-machine", machine)
        .list()
        .getItems();
  }
}
