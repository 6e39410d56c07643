package dev.butlerlabs.butler.providers.local.plan;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a Machine of Cluster API says that matters to its infrastructure.
 *
 * @param cluster name of the Cluster it belongs to
 * @param data name of the Secret with its bootstrap data, {@code ""} until there is one
 * @param version of Kubernetes it is to run, {@code ""} when it says none
 * @param failureDomain it is to stand in, {@code ""} when it says none
 */
public record MachineView(
    String name, String cluster, String data, String version, String failureDomain) {

  public static MachineView of(JsonNode machine) {
    var spec = machine.path("spec");
    return new MachineView(
        machine.at("/metadata/name").asText(),
        spec.path("clusterName").asText(""),
        spec.at("/bootstrap/dataSecretName").asText(""),
        spec.path("version").asText(""),
        spec.path("failureDomain").asText(""));
  }
}
