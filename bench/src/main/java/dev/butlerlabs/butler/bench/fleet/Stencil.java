package dev.butlerlabs.butler.bench.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The objects of Cluster API that the manager made for one order, to be made again by a bare script
 * under other names.
 *
 * @param namespace where they were found
 * @param texts in the order the manager makes them, without what others wrote into them
 */
record Stencil(String name, String namespace, List<String> texts) {

  private record Sort(String api, String kind) {}

  private static final List<Sort> SORTS =
      List.of(
          new Sort(Contracts.LOCAL, "LocalMachineTemplate"),
          new Sort(Contracts.LOCAL, "LocalCluster"),
          new Sort(Contracts.PLANES, "StewardControlPlane"),
          new Sort(Contracts.CLUSTER_API, "Cluster"),
          new Sort("bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfigTemplate"),
          new Sort(Contracts.CLUSTER_API, "MachineDeployment"),
          new Sort(Contracts.CLUSTER_API, "MachineHealthCheck"));

  Stencil {
    texts = List.copyOf(texts);
  }

  static Stencil of(KubernetesClient client, String name, String namespace) {
    var json = new ObjectMapper();
    var texts = new ArrayList<String>();
    for (var sort : SORTS) {
      var found =
          client
              .genericKubernetesResources(sort.api(), sort.kind())
              .inNamespace(namespace)
              .list()
              .getItems();
      if (found.size() != 1) {
        throw new IllegalStateException(
            "one %s was looked for in %s and %d are there"
                .formatted(sort.kind(), namespace, found.size()));
      }
      texts.add(bare(json.valueToTree(found.getFirst()), json).toString());
    }
    return new Stencil(name, namespace, texts);
  }

  /** As its maker wrote it: the endpoint is told by who hosts the control plane. */
  private static ObjectNode bare(JsonNode object, ObjectMapper json) {
    var bare = json.createObjectNode();
    for (var field : List.of("apiVersion", "kind")) {
      bare.set(field, object.get(field));
    }
    var meta = bare.putObject("metadata");
    for (var field : List.of("name", "namespace", "labels")) {
      if (object.path("metadata").has(field)) {
        meta.set(field, object.path("metadata").get(field));
      }
    }
    var spec = (ObjectNode) object.get("spec").deepCopy();
    spec.remove("controlPlaneEndpoint");
    bare.set("spec", spec);
    return bare;
  }

  /** Makes them for a cluster of that name, in a namespace of its own. */
  void print(KubernetesClient client, String other) {
    var place = namespace.replace(name, other);
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(place).endMetadata().build())
        .create();
    for (var text : texts) {
      var object =
          client
              .getKubernetesSerialization()
              .unmarshal(text.replace(name, other), GenericKubernetesResource.class);
      client.resource(object).create();
    }
  }

  /** Which cluster an object of Cluster API belongs to. */
  static String clusterOf(GenericKubernetesResource object) {
    var labels = object.getMetadata().getLabels();
    return Objects.requireNonNullElse(labels, Map.<String, String>of())
        .getOrDefault("cluster.x-k8s.io/cluster-name", "");
  }
}
