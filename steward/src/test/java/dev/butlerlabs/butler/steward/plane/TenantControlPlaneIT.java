package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one pass does; how it ends whatever breaks is told by {@link EveryFaultIT}. */
@OnRealApiServer
class TenantControlPlaneIT {

  private static final String SPEC =
      """
      dataStore: default
      kubernetes: {version: v1.36.3, kubelet: {}}
      controlPlane: {service: {serviceType: ClusterIP}}
      """;

  private final InMemoryStorage storage = new InMemoryStorage(World.STORE, "etcd:2379");

  @BeforeEach
  void install(TestCluster cluster) {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
  }

  @Test
  void onePassMakesEverythingUpToTheDeploymentInFewCalls(TestCluster cluster) {
    var process = cluster.recording(WireFormat.serialization(), Faults.none());
    order(cluster.client(), cluster.namespace());

    var outcome = operator(cluster, process).reconcile(cluster.namespace(), "shop");

    assertThat(outcome).isInstanceOf(Outcome.LookAgain.class);
    assertThat(secrets(cluster.client(), cluster.namespace())).hasSize(parts());
    assertThat(process.calls().requests()).hasSizeLessThanOrEqualTo(40);
    System.out.println("calls of one control plane: " + process.calls().requests().size());
    var status = cluster.kubectl("get", "tcp", "shop", "-o", "jsonpath={.status}").requireSuccess();
    assertThat(status).contains("\"RollingOut\"", ":6443", "shop-admin-kubeconfig");
  }

  @Test
  void secondPassWritesNothing(TestCluster cluster) {
    order(cluster.client(), cluster.namespace());
    operator(cluster, cluster.recording(WireFormat.serialization(), Faults.none()))
        .reconcile(cluster.namespace(), "shop");
    var restarted = cluster.recording(WireFormat.serialization(), Faults.none());

    operator(cluster, restarted).reconcile(cluster.namespace(), "shop");
    var first = restarted.calls().writes().size();
    operator(cluster, restarted).reconcile(cluster.namespace(), "shop");

    assertThat(first).as("the Deployment is seen now").isLessThanOrEqualTo(2);
    assertThat(restarted.calls().writes()).hasSize(first);
  }

  @Test
  void secretThatWasDeletedComesBackAndPodsFollow(TestCluster cluster) {
    var namespace = cluster.namespace();
    var client = cluster.client();
    order(client, namespace);
    var operator = operator(cluster, cluster.recording(WireFormat.serialization(), Faults.none()));
    operator.reconcile(namespace, "shop");
    var before = mounted(client, namespace);

    client.secrets().inNamespace(namespace).withName("shop-sa-certificate").delete();
    operator.reconcile(namespace, "shop");

    assertThat(client.secrets().inNamespace(namespace).withName("shop-sa-certificate").get())
        .isNotNull();
    assertThat(mounted(client, namespace))
        .isNotEqualTo(before)
        .isEqualTo(checksums(client, namespace));
  }

  @Test
  void storeThatIsGoneHoldsTheDeletionAndTheAnnotationEndsIt(TestCluster cluster) {
    var namespace = cluster.namespace();
    order(cluster.client(), namespace);
    var operator = operator(cluster, cluster.recording(WireFormat.serialization(), Faults.none()));
    operator.reconcile(namespace, "shop");
    planes(cluster.client(), namespace).delete();
    storage.reachable = false;

    assertThat(operator.cleanup(namespace, "shop")).as("the Deployment first").isFalse();
    assertThat(operator.cleanup(namespace, "shop")).as("the store is gone").isFalse();
    var status =
        cluster
            .kubectl("get", "tcp", "shop", "-o", "jsonpath={.status.conditions}")
            .requireSuccess();
    assertThat(status).contains("DataStoreUnreachable", Marks.ABANDON_DATA);

    cluster.kubectl("annotate", "tcp", "shop", Marks.ABANDON_DATA + "=true");
    assertThat(operator.cleanup(namespace, "shop")).isTrue();
  }

  @Test
  void tunnelThatIsWantedNoMoreLeavesNothingBehind(TestCluster cluster) {
    var namespace = cluster.namespace();
    order(cluster.client(), namespace);
    var operator = operator(cluster, cluster.recording(WireFormat.serialization(), Faults.none()));
    edit(cluster, "{\"spec\": {\"addons\": {\"konnectivity\": {}}}}");
    operator.reconcile(namespace, "shop");
    assertThat(secrets(cluster.client(), namespace)).hasSize(parts() + 2);
    assertThat(tunnels(cluster)).contains("shop-konnectivity-egress", "konnectivity-kubeconfig");
    rollOut(cluster);
    operator.reconcile(namespace, "shop");
    assertThat(secrets(cluster.client(), namespace)).hasSize(parts() + 2);

    edit(cluster, "{\"spec\": {\"addons\": null}}");
    operator.reconcile(namespace, "shop");
    assertThat(secrets(cluster.client(), namespace)).as("pods mount them").hasSize(parts() + 2);
    rollOut(cluster);
    operator.reconcile(namespace, "shop");

    assertThat(secrets(cluster.client(), namespace)).hasSize(parts());
    assertThat(tunnels(cluster)).doesNotContain("konnectivity");
  }

  private static int parts() {
    return Part.always().size();
  }

  private static void edit(TestCluster cluster, String patch) {
    cluster.kubectl("patch", "tcp", "shop", "--type=merge", "-p", patch).requireSuccess();
  }

  /** All there is of the control plane, by name and by content of its pods and ports. */
  private static String tunnels(TestCluster cluster) {
    return cluster
        .kubectl("get", "secrets,configmaps,services,deployments", "-o", "yaml")
        .requireSuccess()
        .lines()
        .filter(line -> !line.contains("f:") && !line.contains("k:{"))
        .collect(Collectors.joining("\n"));
  }

  /** The Deployment controller, which is not there, has done all it has to do. */
  static void rollOut(TestCluster cluster) {
    var generation =
        cluster
            .kubectl("get", "deployment", "shop", "-o", "jsonpath={.metadata.generation}")
            .requireSuccess()
            .strip();
    cluster
        .kubectl(
            "patch",
            "deployment",
            "shop",
            "--subresource=status",
            "--type=merge",
            "-p",
            """
            {"status": {"observedGeneration": %s, "replicas": 2, "updatedReplicas": 2,
             "readyReplicas": 2, "availableReplicas": 2}}
            """
                .formatted(generation))
        .requireSuccess();
  }

  private Operator operator(TestCluster cluster, RecordingClient process) {
    return new Operator(
        cluster.client(WireFormat.serialization()),
        process.client(),
        storage,
        new Operator.Patient());
  }

  static void order(KubernetesClient client, String namespace) {
    var plane = new TenantControlPlane();
    plane.setSpec(Planes.spec(SPEC));
    plane.getMetadata().setName("shop");
    plane.getMetadata().setNamespace(namespace);
    client.resource(WireFormat.serialization().asYaml(plane)).create();
  }

  /** As a tree: the test's own client does not know how we write conditions. */
  private static Resource<GenericKubernetesResource> planes(
      KubernetesClient client, String namespace) {
    return client
        .genericKubernetesResources("steward.butlerlabs.dev/v1alpha1", "TenantControlPlane")
        .inNamespace(namespace)
        .withName("shop");
  }

  private static List<Secret> secrets(KubernetesClient client, String namespace) {
    return client.secrets().inNamespace(namespace).withLabel(Marks.NAME, "shop").list().getItems();
  }

  private static Map<String, String> checksums(KubernetesClient client, String namespace) {
    var sums = new TreeMap<String, String>();
    for (var secret : secrets(client, namespace)) {
      var component = secret.getMetadata().getLabels().getOrDefault(Marks.COMPONENT, "");
      if (!component.equals("admin-kubeconfig")) {
        sums.put(component, secret.getMetadata().getAnnotations().getOrDefault(Marks.CHECKSUM, ""));
      }
    }
    return sums;
  }

  private static Map<String, String> mounted(KubernetesClient client, String namespace) {
    var sums = new TreeMap<String, String>();
    var deployment = client.apps().deployments().inNamespace(namespace).withName("shop").require();
    deployment
        .getSpec()
        .getTemplate()
        .getMetadata()
        .getLabels()
        .forEach(
            (key, value) -> {
              if (key.startsWith(Marks.MOUNTED)) {
                sums.put(key.substring(Marks.MOUNTED.length()), value);
              }
            });
    return sums;
  }
}
