package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is there before a process starts, and what others do. */
final class Stage {

  final TestCluster cluster;
  final KubernetesClient admin;
  final Others others;

  Stage(TestCluster cluster) {
    Yard.install(cluster);
    this.cluster = cluster;
    this.admin = cluster.client(WireFormat.serialization());
    this.others = new Others(admin);
  }

  void order(String namespace) {
    order(namespace, "{}");
  }

  void order(String namespace, String annotations) {
    apply(
        namespace,
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: lab}
        spec: {provider: local}
        ---
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata: {name: web, annotations: %s}
        spec: {kubernetesVersion: v1.36.3, workers: {replicas: 1}}
        """
            .formatted(annotations));
    letIn(namespace, "v1.36.3");
  }

  /** Lets the order in with this version. */
  void letIn(String namespace, String version) {
    patch(
        namespace,
        """
        {"status": {"effective": {"kubernetesVersion": "%s", "workers": {"replicas": 1},
          "providerConfigRef": {"name": "lab", "namespace": "%s"}}}}
        """
            .formatted(version, namespace),
        "--subresource=status");
  }

  void asleep(String namespace, boolean asleep) {
    patch(namespace, "{\"spec\": {\"sleep\": {\"asleep\": %s}}}".formatted(asleep));
  }

  private void patch(String namespace, String change, String... flags) {
    var words = new ArrayList<>(List.of("patch", "tenantcluster", "web", "-n", namespace));
    words.addAll(List.of(flags));
    words.addAll(List.of("--type=merge", "-p", change));
    cluster.kubectl(words.toArray(String[]::new)).requireSuccess();
  }

  void claim(String namespace) {
    claim(namespace, "");
  }

  void claim(String namespace, String uid) {
    apply(
        namespace,
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: IPAllocation
        metadata: {name: web, labels: {%s}}
        spec:
          poolRef: {name: lab}
          tenantClusterRef: {name: web, namespace: %s}
          type: nodes
        """
            .formatted(
                uid.isEmpty() ? "" : "butler.butlerlabs.dev/tenant-uid: \"%s\"".formatted(uid),
                namespace));
  }

  private void apply(String namespace, String yaml) {
    cluster.kubectlReading(yaml, "apply", "-n", namespace, "-f", "-").requireSuccess();
  }

  Optional<TenantCluster> find(String namespace) {
    return Optional.ofNullable(
        admin.resources(TenantCluster.class).inNamespace(namespace).withName("web").get());
  }

  TenantCluster cluster(String namespace) {
    return admin.resources(TenantCluster.class).inNamespace(namespace).withName("web").require();
  }

  String place(String namespace) {
    return "web-" + cluster(namespace).getMetadata().getUid().substring(0, 8);
  }

  /** What Steward and Cluster API do of what they were told. */
  void answer(String namespace) {
    var place = place(namespace);
    var plane =
        others.find("controlplane.cluster.x-k8s.io/v1alpha1", "StewardControlPlane", place, "web");
    if (Others.tree(plane.require()).at("/spec/replicas").asText().equals("0")) {
      others.planeSleeps(place, "web");
    } else {
      others.serve(place, "web");
    }
    others.workers(place);
  }

  /** What Cluster API and Kubernetes do when something goes. */
  void clear(String place) {
    if (others.find(Others.CAPI, "Cluster", place, "web").get() == null) {
      others.find(Others.CAPI, "MachineDeployment", place, "web-workers").delete();
      others
          .machines(place, "web-workers")
          .forEach(name -> others.find(Others.CAPI, "Machine", place, name).delete());
    }
    var there = admin.namespaces().withName(place).get();
    if (there != null && there.isMarkedForDeletion()) {
      Await.untilTrue(
          "the namespace is gone",
          Yard.PATIENCE,
          () -> admin.namespaces().withName(place).get() == null);
    }
  }
}
