package dev.butlerlabs.butler.providers.infratests;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Steward, Cluster API and one platform's infrastructure provider, as far as a contract binds them
 * to each other. What the provider writes is held against its own schema, field by field.
 */
final class Neighbours {

  static final String CAPI = "cluster.x-k8s.io/v1beta2";
  static final String PLANES = "controlplane.cluster.x-k8s.io/v1alpha1";
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KubernetesClient client;
  private final String place;
  private final String name;

  Neighbours(KubernetesClient client, String place, String name) {
    this.client = client;
    this.place = place;
    this.name = name;
  }

  /** Steward: the control plane serves at an address. */
  void controlPlaneServes() {
    var plane = find(PLANES, "StewardControlPlane", name);
    plane.patch(
        MERGE,
        "{\"spec\": {\"controlPlaneEndpoint\": {\"host\": \"192.0.2.10\", \"port\": 6443}}}");
    var seen = tree(plane.require());
    status(
        plane,
        """
        {"initialization": {"controlPlaneInitialized": true}, "initialized": true, "ready": true,
         "replicas": 1, "readyReplicas": 1, "updatedReplicas": 1, "unavailableReplicas": 0,
         "selector": "", "version": "%s", "externalManagedControlPlane": true,
         "observedGeneration": %d, "conditions": [%s, %s]}
        """
            .formatted(
                seen.at("/spec/version").asText(),
                seen.at("/metadata/generation").asLong(),
                condition("Ready"),
                condition("Available")));
    status(
        find(CAPI, "Cluster", name),
        "{\"conditions\": [%s]}".formatted(condition("ControlPlaneInitialized")));
  }

  /** The provider: all that a cluster needs there stands. Cluster API passes it on. */
  void infrastructureStands() {
    var ref = tree(find(CAPI, "Cluster", name).require()).at("/spec/infrastructureRef");
    var own = find(api(ref), ref.path("kind").asText(), ref.path("name").asText());
    done(own);
    status(
        find(CAPI, "Cluster", name),
        "{\"conditions\": [%s, %s]}"
            .formatted(condition("ControlPlaneInitialized"), condition("InfrastructureReady")));
  }

  /** Cluster API and the provider: each worker that is wanted is a machine that has joined. */
  void workersJoin() {
    for (var deployment : all(CAPI, "MachineDeployment")) {
      var seen = tree(deployment);
      var wanted = seen.at("/spec/replicas").asInt();
      for (var number = 0; number < wanted; number++) {
        machine(seen, deployment.getMetadata().getName() + "-" + number);
      }
      status(
          find(CAPI, "MachineDeployment", deployment.getMetadata().getName()),
          "{\"replicas\": %1$d, \"upToDateReplicas\": %1$d, \"observedGeneration\": %2$d}"
              .formatted(wanted, seen.at("/metadata/generation").asLong()));
    }
  }

  private void machine(JsonNode deployment, String machine) {
    var ref = deployment.at("/spec/template/spec/infrastructureRef");
    var kind = ref.path("kind").asText().replaceFirst("Template$", "");
    var template =
        tree(find(api(ref), ref.path("kind").asText(), ref.path("name").asText()).require());
    var own = object(api(ref), kind, machine);
    own.set("spec", template.at("/spec/template/spec"));
    create(own);
    find(api(ref), kind, machine)
        .patch(MERGE, "{\"spec\": {\"providerID\": \"%s\"}}".formatted(providerId(kind, machine)));
    done(find(api(ref), kind, machine));
    var theirs = object(CAPI, "Machine", machine);
    theirs
        .withObject("/metadata/labels")
        .put("cluster.x-k8s.io/deployment-name", deployment.at("/metadata/name").asText());
    create(theirs);
    status(
        find(CAPI, "Machine", machine),
        "{\"nodeRef\": {\"name\": \"%s\"}, \"conditions\": [%s]}"
            .formatted(machine, condition("Ready")));
  }

  private static String providerId(String kind, String machine) {
    var platform = kind.replaceFirst("Machine$", "").toLowerCase(Locale.ROOT);
    return platform + "://" + UUID.nameUUIDFromBytes(machine.getBytes(UTF_8));
  }

  /** Cluster API and the provider, when the Cluster was deleted: machines, then all else. */
  void clusterGoes() {
    for (var deployment : all(CAPI, "MachineDeployment")) {
      var ref = tree(deployment).at("/spec/template/spec/infrastructureRef");
      var kind = ref.path("kind").asText().replaceFirst("Template$", "");
      all(api(ref), kind).forEach(one -> client.resource(one).delete());
      find(CAPI, "MachineDeployment", deployment.getMetadata().getName()).delete();
    }
    all(CAPI, "Machine").forEach(one -> client.resource(one).delete());
  }

  /** By whichever of the two contracts the provider's schema knows. */
  private static void done(Resource<GenericKubernetesResource> object) {
    var kind = object.require().getKind();
    var status = JSON.createObjectNode();
    if (Tables.tells(kind, "ready")) {
      status.put("ready", true);
    }
    if (Tables.tells(kind, "initialization")) {
      status.putObject("initialization").put("provisioned", true);
    }
    status(object, status.toString());
  }

  private ObjectNode object(String api, String kind, String called) {
    var object = JSON.createObjectNode().put("apiVersion", api).put("kind", kind);
    object.putObject("metadata").put("name", called).put("namespace", place);
    return object;
  }

  private void create(ObjectNode object) {
    client
        .resource(JSON.convertValue(object, GenericKubernetesResource.class))
        .fieldValidation(Validation.STRICT)
        .create();
  }

  List<GenericKubernetesResource> all(String api, String kind) {
    return client.genericKubernetesResources(api, kind).inNamespace(place).list().getItems();
  }

  Resource<GenericKubernetesResource> find(String api, String kind, String called) {
    return client.genericKubernetesResources(api, kind).inNamespace(place).withName(called);
  }

  /** Cluster API names groups only. */
  private static String api(JsonNode ref) {
    return ref.path("apiGroup").asText() + "/" + Tables.version(ref.path("kind").asText());
  }

  private static void status(Resource<GenericKubernetesResource> object, String status) {
    object.subresource("status").patch(MERGE, "{\"status\": %s}".formatted(status));
  }

  static JsonNode tree(GenericKubernetesResource object) {
    return JSON.valueToTree(object);
  }

  private static String condition(String type) {
    return """
    {"type": "%1$s", "status": "True", "reason": "%1$s", "message": "",
     "lastTransitionTime": "2030-01-01T00:00:00Z"}
    """
        .formatted(type);
  }
}
