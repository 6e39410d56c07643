package dev.butlerlabs.butler.bench.tenants;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Something that happens once between an order and its cluster being Ready. */
enum Milestone {
  ORDERED("TenantCluster", "ordered", "the order to be stored"),
  LET_IN("TenantCluster", "let in", "teams to let the order in"),
  NAMESPACE("Namespace", "namespace made", "the namespace of its parts"),
  PLANE_ORDERED("StewardControlPlane", "control plane ordered", "the control plane's object"),
  CLUSTER_MADE("Cluster", "Cluster made", "the Cluster to be written"),
  WORKERS_ORDERED("MachineDeployment", "workers ordered", "the MachineDeployment to be written"),
  HOSTED(
      "TenantControlPlane",
      "control plane taken up",
      "Cluster API to claim the control plane, and Steward to take it up"),
  DEPLOYED(
      "Deployment",
      "Deployment made",
      "Steward to make keys, certificates and the login at the store"),
  POD_MADE("Pod", "pod made", "the controllers of Deployments to make a pod"),
  POD_BOUND("Pod", "pod has a node", "the scheduler"),
  API_STARTED("Pod", "kube-apiserver started", "the node to start kube-apiserver"),
  API_READY("Pod", "pod ready", "kube-apiserver to be ready"),
  PLANE_READY(
      "TenantControlPlane",
      "control plane Ready",
      "Steward to find that the API server answers, and to tell"),
  INITIALIZED(
      "StewardControlPlane",
      "told to Cluster API",
      "Steward to hand kubeconfig and CA to Cluster API"),
  MACHINE_MADE("Machine", "machine made", "Cluster API to make a machine"),
  DATA_WRITTEN(
      "Machine",
      "bootstrap data written",
      "Cluster API to reach the cluster and write the machine's bootstrap data"),
  STARTED("LocalMachine", "machine started", "the worker to start and to ask to be let in"),
  JOINED("Machine", "node joined", "the worker's Node, and Cluster API to see it"),
  NODE_READY("Machine", "node ready", "Cluster API to find the Node healthy"),
  TOLD("TenantCluster", "told Ready", "Butler to tell that the cluster is Ready");

  private final String kind;
  private final String words;
  private final String awaited;

  Milestone(String kind, String words, String awaited) {
    this.kind = kind;
    this.words = words;
    this.awaited = awaited;
  }

  /** Of the objects that show it. */
  String kind() {
    return kind;
  }

  /** What has happened. */
  String words() {
    return words;
  }

  /** What was waited for until it happened. */
  String awaited() {
    return awaited;
  }

  /** Whether an object of its kind shows it. */
  boolean shown(JsonNode object) {
    return switch (this) {
      case ORDERED,
          NAMESPACE,
          PLANE_ORDERED,
          CLUSTER_MADE,
          WORKERS_ORDERED,
          HOSTED,
          DEPLOYED,
          POD_MADE,
          MACHINE_MADE ->
          true;
      case LET_IN -> object.path("status").has("effective");
      case POD_BOUND -> object.path("spec").has("nodeName");
      case API_STARTED -> running(object, "kube-apiserver");
      case API_READY, PLANE_READY, NODE_READY -> holds(object, "Ready");
      case INITIALIZED -> object.at("/status/initialization/controlPlaneInitialized").asBoolean();
      case DATA_WRITTEN -> object.at("/spec/bootstrap").has("dataSecretName");
      case STARTED -> object.at("/status/initialization/provisioned").asBoolean();
      case JOINED -> object.at("/status/nodeRef").has("name");
      case TOLD -> object.at("/status/phase").asText().equals("Ready");
    };
  }

  private static boolean holds(JsonNode object, String type) {
    for (var condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static boolean running(JsonNode pod, String container) {
    for (var list : List.of("initContainerStatuses", "containerStatuses")) {
      for (var status : pod.path("status").path(list)) {
        if (status.path("name").asText().equals(container) && status.path("state").has("running")) {
          return true;
        }
      }
    }
    return false;
  }
}
