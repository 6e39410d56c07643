package dev.butlerlabs.butler.tenants.life;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;

/** Steward, Cluster API and a platform, played by hand: each answers its contract when asked to. */
final class Others {

  static final String CAPI = "cluster.x-k8s.io/v1beta2";
  private static final String PLANES = "controlplane.cluster.x-k8s.io/v1alpha1";
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KubernetesClient admin;

  Others(KubernetesClient admin) {
    this.admin = admin;
  }

  /** Everything workers need is there. */
  void serve(String namespace, String name) {
    plane(namespace, name);
    infrastructure(namespace, name);
  }

  /** The control plane serves the version that is ordered. */
  void plane(String namespace, String name) {
    var found = find(PLANES, "StewardControlPlane", namespace, name);
    plane(namespace, name, tree(found.require()).at("/spec/version").asText(), true);
  }

  void plane(String namespace, String name, String version, boolean serves) {
    var plane = find(PLANES, "StewardControlPlane", namespace, name);
    plane.patch(
        MERGE,
        "{\"spec\": {\"controlPlaneEndpoint\": {\"host\": \"192.0.2.10\", \"port\": 6443}}}");
    var generation = tree(plane.require()).at("/metadata/generation").asLong();
    status(
        plane,
        """
        {"initialization": {"controlPlaneInitialized": true}, "initialized": true, "ready": %1$s,
         "replicas": 1, "readyReplicas": 1, "updatedReplicas": 1, "unavailableReplicas": 0,
         "selector": "", "version": "%2$s", "externalManagedControlPlane": true,
         "observedGeneration": %3$d,
         "conditions": [%4$s, %5$s]}
        """
            .formatted(
                serves,
                version,
                generation,
                condition("Ready", serves ? "True" : "False", "it was told so"),
                condition("Available", serves ? "True" : "False", "it was told so")));
  }

  /** The control plane has stopped, as it was asked to; or was never started. */
  void planeSleeps(String namespace, String name) {
    var plane = find(PLANES, "StewardControlPlane", namespace, name);
    var seen = tree(plane.require());
    status(
        plane,
        """
        {"initialized": %1$s, "ready": false, "replicas": 0, "readyReplicas": 0,
         "updatedReplicas": 0, "unavailableReplicas": 0, "selector": "", "version": "%2$s",
         "externalManagedControlPlane": true, "observedGeneration": %3$d,
         "conditions": [%4$s, %5$s]}
        """
            .formatted(
                seen.at("/status/initialized").asBoolean(),
                seen.at("/status/version").asText(),
                seen.at("/metadata/generation").asLong(),
                condition("Ready", "False", "Sleeping", "it sleeps"),
                condition("Available", "False", "Sleeping", "it sleeps")));
  }

  void infrastructure(String namespace, String name) {
    status(
        find(CAPI, "Cluster", namespace, name),
        "{\"conditions\": [%s, %s]}"
            .formatted(
                condition("InfrastructureReady", "True", ""),
                condition("ControlPlaneInitialized", "True", "")));
  }

  /** Each pool has as many machines of its newest template as are wanted, all ready. */
  void workers(String namespace) {
    for (var deployment : all("MachineDeployment", namespace)) {
      var name = deployment.getMetadata().getName();
      var wanted = tree(deployment).at("/spec/replicas").asInt();
      for (var machine : machines(namespace, name)) {
        find(CAPI, "Machine", namespace, machine).delete();
      }
      for (var number = 0; number < wanted; number++) {
        machine(namespace, name, name + "-" + number);
      }
      rolled(namespace, name, wanted, wanted);
    }
  }

  /** How far a MachineDeployment says it is. */
  void rolled(String namespace, String name, int replicas, int upToDate) {
    var deployment = find(CAPI, "MachineDeployment", namespace, name);
    status(
        deployment,
        "{\"replicas\": %d, \"upToDateReplicas\": %d, \"observedGeneration\": %d}"
            .formatted(
                replicas,
                upToDate,
                tree(deployment.require()).at("/metadata/generation").asLong()));
  }

  private void machine(String namespace, String deployment, String name) {
    var machine = new GenericKubernetesResource();
    machine.setApiVersion(CAPI);
    machine.setKind("Machine");
    machine.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(name)
            .withLabels(Map.of("cluster.x-k8s.io/deployment-name", deployment))
            .build());
    find(CAPI, "Machine", namespace, name).delete();
    admin
        .genericKubernetesResources(CAPI, "Machine")
        .inNamespace(namespace)
        .resource(machine)
        .create();
    status(
        find(CAPI, "Machine", namespace, name),
        "{\"nodeRef\": {\"name\": \"%s\"}, \"conditions\": [%s]}"
            .formatted(name, condition("Ready", "True", "")));
  }

  /** What all machines say of themselves. */
  void machinesSay(String namespace, String truth) {
    for (var machine : all("Machine", namespace)) {
      status(
          find(CAPI, "Machine", namespace, machine.getMetadata().getName()),
          "{\"conditions\": [%s]}".formatted(condition("Ready", truth, "the Node said so")));
    }
  }

  List<String> machines(String namespace, String deployment) {
    return all("Machine", namespace).stream()
        .filter(
            one ->
                deployment.equals(
                    one.getMetadata().getLabels().get("cluster.x-k8s.io/deployment-name")))
        .map(one -> one.getMetadata().getName())
        .toList();
  }

  List<GenericKubernetesResource> all(String kind, String namespace) {
    return admin.genericKubernetesResources(CAPI, kind).inNamespace(namespace).list().getItems();
  }

  Resource<GenericKubernetesResource> find(String api, String kind, String namespace, String name) {
    return admin.genericKubernetesResources(api, kind).inNamespace(namespace).withName(name);
  }

  /** Keeps an object from going until {@link #release}. */
  void hold(String kind, String namespace, String name) {
    find(CAPI, kind, namespace, name)
        .patch(MERGE, "{\"metadata\": {\"finalizers\": [\"test.example.com/hold\"]}}");
  }

  void release(String kind, String namespace, String name) {
    find(CAPI, kind, namespace, name).patch(MERGE, "{\"metadata\": {\"finalizers\": []}}");
  }

  static void status(Resource<GenericKubernetesResource> object, String status) {
    object.subresource("status").patch(MERGE, "{\"status\": %s}".formatted(status));
  }

  static JsonNode tree(GenericKubernetesResource object) {
    return JSON.valueToTree(object);
  }

  private static String condition(String type, String status, String message) {
    return condition(type, status, type, message);
  }

  static String condition(String type, String status, String reason, String message) {
    return """
    {"type": "%s", "status": "%s", "reason": "%s", "message": "%s",
     "lastTransitionTime": "2030-01-01T00:00:00Z"}
    """
        .formatted(type, status, reason, message);
  }
}
