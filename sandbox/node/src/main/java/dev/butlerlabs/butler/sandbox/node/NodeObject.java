package dev.butlerlabs.butler.sandbox.node;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.sandbox.node.serve.NodeServer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The Node as the API server is to see it. */
record NodeObject(NodeSettings settings, Machine machine, String address) {

  /** Says of a node what becomes of its pods. */
  static final String KIND = "sandbox.butler.butlerlabs.dev/node-kind";

  /** How many times the machine's processors are promised: control planes mostly wait. */
  private static final int OVERCOMMIT = 20;

  private static final int PODS = 2000;

  ObjectNode whole(Instant now) {
    var node = JsonNodeFactory.instance.objectNode();
    node.put("apiVersion", "v1").put("kind", "Node");
    node.set("metadata", metadata());
    node.putObject("spec");
    node.set("status", status(now, true));
    return node;
  }

  ObjectNode metadata() {
    var metadata = JsonNodeFactory.instance.objectNode();
    metadata.put("name", settings.name());
    metadata
        .putObject("labels")
        .put("kubernetes.io/hostname", settings.name())
        .put("kubernetes.io/os", "linux")
        .put("kubernetes.io/arch", machine.architecture())
        .put(KIND, simulated() ? "simulated" : "process");
    metadata.putObject("annotations").put("sandbox.butler.butlerlabs.dev/about", about());
    return metadata;
  }

  private boolean simulated() {
    return settings.mode() == NodeSettings.Mode.SIMULATED;
  }

  private String about() {
    return simulated()
        ? "Simulated: nothing runs here, and every pod is said to be ready."
        : "Pods here are processes of this machine on loopback addresses; it promises %d times its"
                .formatted(OVERCOMMIT)
            + " processors.";
  }

  ObjectNode status(Instant now, boolean ready) {
    var status = JsonNodeFactory.instance.objectNode();
    resources(status.putObject("capacity"), machine.processors());
    resources(status.putObject("allocatable"), machine.processors() * OVERCOMMIT);
    status.putArray("addresses").addObject().put("type", "InternalIP").put("address", address);
    status.putObject("daemonEndpoints").putObject("kubeletEndpoint").put("Port", NodeServer.PORT);
    var conditions = status.putArray("conditions");
    for (var trouble : new String[] {"MemoryPressure", "DiskPressure", "PIDPressure"}) {
      conditions.add(condition(trouble, "False", "NotWatched", "not watched here", now));
    }
    conditions.add(
        ready
            ? condition("Ready", "True", "NodeReady", about(), now)
            : condition("Ready", "False", "NodeStopping", "the sandbox is being stopped", now));
    status.set("nodeInfo", info());
    return status;
  }

  private void resources(ObjectNode resources, int processors) {
    var memory = simulated() ? machine.memoryBytes() * 1000 : machine.memoryBytes();
    resources.put("cpu", Integer.toString(simulated() ? processors * 1000 : processors));
    resources.put("memory", memory / 1024 + "Ki");
    resources.put("ephemeral-storage", "100Gi");
    resources.put("pods", Integer.toString(simulated() ? 10 * PODS : PODS));
  }

  private static ObjectNode condition(
      String type, String status, String reason, String message, Instant now) {
    var time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    return JsonNodeFactory.instance
        .objectNode()
        .put("type", type)
        .put("status", status)
        .put("reason", reason)
        .put("message", message)
        .put("lastHeartbeatTime", time)
        .put("lastTransitionTime", time);
  }

  private ObjectNode info() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("machineID", settings.name())
        .put("systemUUID", settings.name())
        .put("bootID", machine.boot())
        .put("kernelVersion", machine.kernel())
        .put("osImage", simulated() ? "simulated" : "this machine")
        .put("containerRuntimeVersion", simulated() ? "simulated://1" : "process://1")
        .put("kubeletVersion", settings.version())
        .put("kubeProxyVersion", settings.version())
        .put("operatingSystem", "linux")
        .put("architecture", machine.architecture());
  }
}
