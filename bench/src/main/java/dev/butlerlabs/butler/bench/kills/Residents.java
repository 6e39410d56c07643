package dev.butlerlabs.butler.bench.kills;

import dev.butlerlabs.butler.bench.tenants.Clusters;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/** Clusters that are lived in: each holds something that must not be lost. */
final class Residents implements AutoCloseable {

  private static final String KEPT = "kept";
  private static final String WORD = "word";

  /** What lasts as long as the cluster does; a machine may be replaced by another. */
  private static final Map<String, String> LASTING =
      Map.of(
          "TenantCluster", "butler.butlerlabs.dev/v1alpha1",
          "TenantControlPlane", "steward.butlerlabs.dev/v1alpha1",
          "StewardControlPlane", "controlplane.cluster.x-k8s.io/v1alpha1",
          "Cluster", "cluster.x-k8s.io/v1beta2",
          "MachineDeployment", "cluster.x-k8s.io/v1beta2");

  private final KubernetesClient client;
  private final Clusters clusters;
  private final List<String> names;
  private final List<KubernetesClient> inside = new ArrayList<>();

  Residents(KubernetesClient client, int count) {
    this.client = client;
    this.clusters = new Clusters(client);
    this.names = IntStream.rangeClosed(1, count).mapToObj(number -> "home" + number).toList();
  }

  /** Returns when all are Ready and something is kept in each. */
  void moveIn() {
    names.forEach(clusters::order);
    names.forEach(clusters::awaitReady);
    for (var name : names) {
      var tenant = enter(name);
      inside.add(tenant);
      tenant
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName(KEPT)
                  .withNamespace("default")
                  .endMetadata()
                  .addToData(WORD, name)
                  .build())
          .create();
    }
  }

  private KubernetesClient enter(String name) {
    var secret =
        client.secrets().inNamespace(clusters.place(name)).withName(name + "-kubeconfig").require();
    var bytes = Base64.getDecoder().decode(secret.getData().get("value"));
    var access = Kubeconfigs.fromBytes(bytes, "of " + name).orElseThrow();
    return Clients.connect(access, ClientSettings.named("butler-bench"));
  }

  /** Whether all are told to be Ready, keep what they kept, and have a Node that is ready. */
  boolean whole() {
    try {
      return names.stream().allMatch(clusters::isReady)
          && IntStream.range(0, names.size())
              .allMatch(number -> whole(inside.get(number), names.get(number)));
    } catch (KubernetesClientException killed) {
      return false;
    }
  }

  private static boolean whole(KubernetesClient tenant, String name) {
    var kept = tenant.configMaps().inNamespace("default").withName(KEPT).get();
    return kept != null
        && name.equals(kept.getData().get(WORD))
        && tenant.nodes().list().getItems().stream()
            .flatMap(node -> node.getStatus().getConditions().stream())
            .anyMatch(said -> said.getType().equals("Ready") && said.getStatus().equals("True"));
  }

  /** What must be there as long as the clusters are. */
  Set<String> lasting() {
    var all = new HashSet<String>();
    LASTING.forEach(
        (kind, api) ->
            client.genericKubernetesResources(api, kind).inAnyNamespace().list().getItems().stream()
                .map(Residents::identity)
                .forEach(one -> all.add(kind + " " + one)));
    return all;
  }

  private static String identity(HasMetadata object) {
    var meta = object.getMetadata();
    return "%s/%s %s"
        .formatted(Objects.toString(meta.getNamespace(), ""), meta.getName(), meta.getUid());
  }

  @Override
  public void close() {
    inside.forEach(KubernetesClient::close);
  }
}
