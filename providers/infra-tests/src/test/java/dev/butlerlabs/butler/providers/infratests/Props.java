package dev.butlerlabs.butler.providers.infratests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What the API server asks of an object and a failure does not speak of. */
final class Props {

  private Props() {}

  static void complete(ObjectNode object, Scene scene) {
    switch (Stagehand.kind(object)) {
      case "DataStore" -> {
        var spec = object.withObject("/spec").put("driver", "etcd");
        spec.putArray("endpoints").add("10.0.0.5:2379");
        for (var name : new String[] {"certificateAuthority", "clientCertificate"}) {
          var pair = spec.withObject("/tlsConfig/" + name);
          pair.putObject("certificate").put("content", "eA==");
          pair.putObject("privateKey").put("content", "eA==");
        }
      }
      case "TenantControlPlane" -> {
        var spec = object.withObject("/spec");
        spec.putObject("kubernetes").put("version", "v1.36.3").putObject("kubelet");
        spec.withObject("/controlPlane/service").put("serviceType", "ClusterIP");
      }
      case "Pod" -> {
        var container = object.withObject("/spec").putArray("containers").addObject();
        container.put("name", "kube-apiserver").put("image", "kube-apiserver");
      }
      case "IPAllocation" -> {
        var spec = object.withObject("/spec");
        spec.withObject("/poolRef").put("name", "lab");
        spec.putObject("tenantClusterRef").put("name", "web").put("namespace", scene.home());
        if (!spec.has("type")) {
          spec.put("type", "nodes");
        }
      }
      case "ProxmoxCluster" -> {
        if (scene.failure().name().equals("namespace-taken-away")) {
          object
              .withObject("/metadata")
              .putArray("finalizers")
              .add("proxmoxcluster.infrastructure.cluster.x-k8s.io");
        }
      }
      case "Machine" ->
          object
              .withObject("/metadata/labels")
              .put("cluster.x-k8s.io/deployment-name", "web-workers");
      case "ImageSync" -> {
        var spec = object.withObject("/spec");
        spec.putObject("factoryRef").put("schematicID", "376567988").put("version", "9.5");
        spec.putObject("providerConfigRef").put("name", "pve").put("namespace", scene.platform());
      }
      default -> {}
    }
  }

  /** A stage before addresses matter says nothing of them: there are some. */
  private static void addressed(ObjectNode status) {
    var conditions = status.withArray("conditions");
    if (conditions
        .valueStream()
        .noneMatch(one -> one.path("type").asText().equals("NetworkReady"))) {
      conditions
          .addObject()
          .put("type", "NetworkReady")
          .put("status", "True")
          .put("reason", "Ready")
          .put("message", "")
          .put("lastTransitionTime", "2026-11-02T10:00:00Z");
    }
  }

  private static void troubled(ObjectNode plane, JsonNode why) {
    plane
        .withArray("conditions")
        .forEach(
            said -> {
              var type = said.path("type").asText();
              if (said.path("status").asText().equals("True")
                  && (type.equals("Ready") || type.equals("Available"))) {
                var condition = (ObjectNode) said;
                condition.setAll((ObjectNode) why.deepCopy());
                condition.put("type", type);
              }
            });
  }

  static void completeStatus(String kind, ObjectNode status, Scene scene) {
    switch (kind) {
      case "StewardControlPlane" -> {
        var serves = status.has("version");
        status.put("observedGeneration", 99).put("initialized", serves).put("ready", serves);
        for (var count : new String[] {"replicas", "readyReplicas", "updatedReplicas"}) {
          status.put(count, serves ? 2 : 0);
        }
        status.put("unavailableReplicas", serves ? 0 : 2).put("selector", "");
        if (!serves) {
          status.put("version", "");
        }
        scene.planeTrouble().ifPresent(why -> troubled(status, why));
      }
      // Another platform's condition, without the reason that ours must have.
      case "LocalCluster" -> status.remove("conditions");
      case "IPAllocation" -> {
        if (status.path("phase").asText().equals("Allocated")) {
          status.put("startAddress", "10.40.0.10").put("endAddress", "10.40.0.12");
        }
      }
      case "TenantCluster" -> {
        if (status.path("effective").isObject()) {
          addressed(status);
          var workers = status.withObject("/effective/workers/machineTemplate");
          workers.put("cpu", 4).put("memory", "16Gi").put("diskSize", "100Gi");
          workers.putObject("os").put("type", "rocky");
          if (scene.lets("ImageSync")) {
            status.withObject("/effective").put("schematicID", "376567988");
          }
        }
      }
      default -> {}
    }
  }
}
