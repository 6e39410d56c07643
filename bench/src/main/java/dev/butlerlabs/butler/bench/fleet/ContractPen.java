package dev.butlerlabs.butler.bench.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Writes what providers of control planes and machines owe Cluster API. */
record ContractPen(
    KubernetesClient client, TenantStandIn tenants, ObjectMapper json, Predicate<String> dark) {

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
  private static final String TYPE = "cluster.x-k8s.io/secret";
  private static final List<String> PODS =
      List.of(
          "replicas", "readyReplicas", "availableReplicas", "upToDateReplicas", "updatedReplicas");
  private static final List<String> PRESSURES =
      List.of("MemoryPressure", "DiskPressure", "PIDPressure");
  private static final String CLUSTER_NAME = "cluster.x-k8s.io/cluster-name";

  /** The control plane answers, with the version that is ordered. */
  void plane(JsonNode plane) {
    var name = name(plane);
    var kubeconfig = tenants.kubeconfig(namespace(plane), dark.test(name)).render();
    secret(plane, "kubeconfig", Map.of("value", kubeconfig));
    secret(plane, "ca", Map.of("tls.crt", tenants.authorityPem(), "tls.key", "not-disclosed"));
    var object = find(Contracts.PLANES, "StewardControlPlane", plane, name);
    var endpoint = Map.of("host", "127.0.0.1", "port", tenants.port());
    var stored =
        object.patch(MERGE, text(Map.of("spec", Map.of("controlPlaneEndpoint", endpoint))));
    var status = new LinkedHashMap<String, Object>();
    status.put("initialization", Map.of("controlPlaneInitialized", true));
    status.put("initialized", true);
    status.put("ready", true);
    for (var count : PODS) {
      status.put(count, 1);
    }
    status.put("unavailableReplicas", 0);
    status.put("selector", "");
    status.put("version", plane.at("/spec/version").asText());
    status.put("externalManagedControlPlane", true);
    status.put("observedGeneration", stored.getMetadata().getGeneration());
    status.put("conditions", List.of(condition("Available"), condition("Ready")));
    tell(object, status);
  }

  /** There is nothing to build. */
  void infrastructure(JsonNode cluster) {
    tell(find(Contracts.LOCAL, "LocalCluster", cluster, name(cluster)), provisioned());
  }

  /** The machine starts, and its Node joins. */
  void machine(JsonNode machine) {
    var name = machine.at("/spec/infrastructureRef/name").asText();
    var object = find(Contracts.LOCAL, "LocalMachine", machine, name);
    var id = "local://%s/%s".formatted(namespace(machine), name);
    object.patch(MERGE, text(Map.of("spec", Map.of("providerID", id))));
    var status = provisioned();
    status.put("nodeName", name);
    status.put("simulated", true);
    tell(object, status);
    tenants.join(namespace(machine), node(name, id, machine.at("/spec/version").asText()));
  }

  private static Map<String, Object> provisioned() {
    var status = new LinkedHashMap<String, Object>();
    status.put("initialization", Map.of("provisioned", true));
    status.put("conditions", List.of(condition("Ready")));
    return status;
  }

  private void secret(JsonNode plane, String suffix, Map<String, String> texts) {
    var data = new LinkedHashMap<String, String>();
    texts.forEach(
        (key, text) -> data.put(key, Base64.getEncoder().encodeToString(text.getBytes(UTF_8))));
    var owner =
        new OwnerReferenceBuilder()
            .withApiVersion(Contracts.PLANES)
            .withKind("StewardControlPlane")
            .withName(name(plane))
            .withUid(plane.at("/metadata/uid").asText())
            .withController(true)
            .build();
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace(plane))
                .withName(name(plane) + "-" + suffix)
                .addToLabels(CLUSTER_NAME, name(plane))
                .withOwnerReferences(owner)
                .endMetadata()
                .withType(TYPE)
                .withData(data)
                .build())
        .serverSideApply();
  }

  private Resource<GenericKubernetesResource> find(
      String api, String kind, JsonNode beside, String name) {
    return client
        .genericKubernetesResources(api, kind)
        .inNamespace(namespace(beside))
        .withName(name);
  }

  private void tell(Resource<GenericKubernetesResource> object, Map<String, Object> status) {
    object.subresource("status").patch(MERGE, text(Map.of("status", status)));
  }

  private static Map<String, String> condition(String type) {
    return Map.of(
        "type", type,
        "status", "True",
        "reason", "Simulated",
        "message", "nothing runs; the benchmark says so",
        "lastTransitionTime", now());
  }

  /** As kubeadm registers it. Cluster API takes the taint off, and wants all four conditions. */
  private ObjectNode node(String name, String id, String version) {
    var node = json.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
    var labels = node.putObject("metadata").put("name", name).put("uid", id).putObject("labels");
    labels.put("kubernetes.io/hostname", name).put("butler.butlerlabs.dev/simulated", "true");
    var spec = node.putObject("spec").put("providerID", id);
    spec.putArray("taints")
        .addObject()
        .put("key", "node.cluster.x-k8s.io/uninitialized")
        .put("effect", "NoSchedule");
    var status = node.putObject("status");
    status.putObject("nodeInfo").put("kubeletVersion", version);
    var conditions = status.putArray("conditions");
    health(conditions.addObject(), "Ready", "True");
    PRESSURES.forEach(type -> health(conditions.addObject(), type, "False"));
    return node;
  }

  private static void health(ObjectNode condition, String type, String status) {
    condition
        .put("type", type)
        .put("status", status)
        .put("reason", "Simulated")
        .put("lastHeartbeatTime", now())
        .put("lastTransitionTime", now());
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String name(JsonNode object) {
    return object.at("/metadata/name").asText();
  }

  private static String namespace(JsonNode object) {
    return object.at("/metadata/namespace").asText();
  }

  private String text(Object value) {
    try {
      return json.writeValueAsString(value);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a patch cannot be written as JSON", impossible);
    }
  }
}
