package dev.butlerlabs.butler.providers.local.plan;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.api.local.LocalMachineSpec;
import dev.butlerlabs.butler.api.local.LocalMachineSpec.Capacity;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Node of a machine as its kubelet would register it.
 *
 * @param version of the kubelet that is played
 * @param failureDomain {@code ""} for none
 */
public record NodeBlueprint(
    String name,
    ProviderId providerId,
    String address,
    Map<String, String> labels,
    List<Taint> taints,
    Map<String, Quantity> capacity,
    String version,
    String failureDomain) {

  private static final String SIMULATED = "simulated://butler";

  /** What a label can hold; a failure domain may have any name. */
  private static final Pattern LABEL_VALUE =
      Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  /** Cluster API counts a Node as healthy only when all four are told. */
  private static final List<String> PRESSURES =
      List.of("MemoryPressure", "DiskPressure", "PIDPressure");

  public NodeBlueprint {
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
    capacity = Map.copyOf(capacity);
  }

  /** The Node that was ordered, with what its bootstrap data says about it. */
  public static NodeBlueprint of(
      LocalMachine machine,
      MachineView owner,
      String name,
      Map<String, String> labels,
      List<Taint> taints) {
    var spec = Optional.ofNullable(machine.getSpec());
    return new NodeBlueprint(
        name,
        ProviderId.of(machine),
        MadeUpAddress.of(machine.getMetadata().getUid()).text(),
        labels,
        taints,
        capacity(spec.map(LocalMachineSpec::capacity)),
        owner.version(),
        spec.map(LocalMachineSpec::failureDomain).orElse(owner.failureDomain()));
  }

  /** What the schema fills in stands here too, for objects from before it did. */
  private static Map<String, Quantity> capacity(Optional<Capacity> ordered) {
    var pods = ordered.map(Capacity::maxPods).orElse(110);
    return Map.of(
        "cpu", new Quantity(ordered.map(Capacity::cpu).map(Object::toString).orElse("4")),
        "memory", new Quantity(ordered.map(Capacity::memory).map(Object::toString).orElse("16Gi")),
        "pods", new Quantity(Integer.toString(pods)));
  }

  /** As it is registered, ready at once. */
  public Node node(Instant now) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(allLabels())
        .endMetadata()
        .withNewSpec()
        .withProviderID(providerId.text())
        .withTaints(taints)
        .endSpec()
        .withNewStatus()
        .withCapacity(capacity)
        .withAllocatable(capacity)
        .withConditions(conditions(now))
        .withAddresses(
            List.of(new NodeAddress(address, "InternalIP"), new NodeAddress(name, "Hostname")))
        .withNewNodeInfo()
        .withArchitecture("amd64")
        .withBootID("")
        .withContainerRuntimeVersion(SIMULATED)
        .withKernelVersion("simulated")
        .withKubeProxyVersion("")
        .withKubeletVersion(version)
        .withMachineID("")
        .withOperatingSystem("linux")
        .withOsImage("simulated by Butler: no container runs here")
        .withSystemUUID("")
        .endNodeInfo()
        .endStatus()
        .build();
  }

  private Map<String, String> allLabels() {
    var all = new LinkedHashMap<String, String>();
    all.put("kubernetes.io/hostname", name);
    all.put("kubernetes.io/os", "linux");
    all.put("kubernetes.io/arch", "amd64");
    if (LABEL_VALUE.matcher(failureDomain).matches()) {
      all.put("topology.kubernetes.io/zone", failureDomain);
    }
    all.putAll(labels);
    all.put(Labels.SIMULATED, "true");
    return all;
  }

  /** What a healthy kubelet says. */
  public static List<NodeCondition> conditions(Instant now) {
    var time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    var all = new ArrayList<NodeCondition>();
    for (var pressure : PRESSURES) {
      all.add(condition(pressure, "False", "Simulated", "a simulated worker has none", time));
    }
    all.add(condition("Ready", "True", "Simulated", "no container runs on this worker", time));
    return all;
  }

  private static NodeCondition condition(
      String type, String status, String reason, String message, String time) {
    return new NodeConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withReason(reason)
        .withMessage(message)
        .withLastHeartbeatTime(time)
        .withLastTransitionTime(time)
        .build();
  }

  /** Whether a Node is this machine's; a namesake is not. */
  public static boolean belongs(Node node, ProviderId machine) {
    return node.getSpec() != null && machine.text().equals(node.getSpec().getProviderID());
  }
}
