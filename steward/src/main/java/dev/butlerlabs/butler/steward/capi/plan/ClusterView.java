package dev.butlerlabs.butler.steward.capi.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a Cluster of Cluster API says that matters to its control plane, read from either version of
 * its API.
 *
 * @param paused nobody is to touch anything of it
 * @param services ranges of Service addresses, one for each family; none when it says none
 * @param pods ranges of pod addresses, likewise
 * @param domain the cluster's own DNS domain, {@code ""} when it says none
 * @param port that its API server shall listen on, 0 when it says none
 */
public record ClusterView(
    String name,
    boolean paused,
    List<String> services,
    List<String> pods,
    String domain,
    int port,
    Optional<Infrastructure> infrastructure) {

  /** The object that stands for the cluster at its platform. */
  public record Infrastructure(String group, String kind, String namespace, String name) {

    @Override
    public String toString() {
      return "%s %s/%s".formatted(kind, namespace, name);
    }
  }

  public ClusterView {
    services = List.copyOf(services);
    pods = List.copyOf(pods);
  }

  /** Reads a Cluster as it is stored. */
  public static ClusterView of(JsonNode cluster) {
    var spec = cluster.path("spec");
    var network = spec.path("clusterNetwork");
    return new ClusterView(
        cluster.at("/metadata/name").asText(),
        spec.path("paused").asBoolean(),
        blocks(network.path("services")),
        blocks(network.path("pods")),
        network.path("serviceDomain").asText(""),
        network.path("apiServerPort").asInt(0),
        infrastructure(cluster));
  }

  private static List<String> blocks(JsonNode ranges) {
    var found = new ArrayList<String>();
    ranges.path("cidrBlocks").forEach(block -> found.add(block.asText()));
    return found;
  }

  /** v1beta2 names the group alone, v1beta1 group and version, and a namespace. */
  private static Optional<Infrastructure> infrastructure(JsonNode cluster) {
    var ref = cluster.at("/spec/infrastructureRef");
    if (!ref.hasNonNull("name")) {
      return Optional.empty();
    }
    var home = cluster.at("/metadata/namespace").asText();
    var group =
        ref.hasNonNull("apiGroup")
            ? ref.path("apiGroup").asText()
            : ref.path("apiVersion").asText().replaceFirst("/.*", "");
    return Optional.of(
        new Infrastructure(
            group,
            ref.path("kind").asText(),
            ref.path("namespace").asText(home),
            ref.path("name").asText()));
  }
}
