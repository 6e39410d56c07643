package dev.butlerlabs.butler.tenants.life.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;

/**
 * A Machine, as far as it matters here.
 *
 * @param deployment name of its MachineDeployment
 * @param version that it was made for
 * @param node name of its Node; empty before it joined
 * @param kubelet the version its Node tells; empty before it does
 */
public record MachineView(
    String name,
    String deployment,
    String version,
    boolean deleting,
    String node,
    String kubelet,
    Conditions conditions) {

  public static MachineView of(JsonNode machine) {
    return new MachineView(
        machine.at("/metadata/name").asText(),
        machine.at("/metadata/labels").path(Marks.DEPLOYMENT_NAME).asText(),
        machine.at("/spec/version").asText(),
        machine.at("/metadata").has("deletionTimestamp"),
        machine.at("/status/nodeRef/name").asText(),
        machine.at("/status/nodeInfo/kubeletVersion").asText(),
        Said.conditions(machine));
  }

  /** Whether it can be used; unknown until Cluster API says so. One that leaves cannot. */
  Truth ready() {
    return deleting
        ? Truth.FALSE
        : conditions.find("Ready").map(Condition::status).orElse(Truth.UNKNOWN);
  }

  /** It stays, and nobody says that it is of an older template. */
  boolean newest() {
    return !deleting
        && conditions.find("UpToDate").map(Condition::status).orElse(Truth.UNKNOWN) != Truth.FALSE;
  }
}
