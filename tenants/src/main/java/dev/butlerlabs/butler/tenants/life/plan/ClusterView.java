package dev.butlerlabs.butler.tenants.life.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.kernel.Conditions;

/**
 * A Cluster of Cluster API, as far as it matters here.
 *
 * @param infrastructure the kind of its platform's object; empty for none
 */
public record ClusterView(
    String name, boolean deleting, String infrastructure, Conditions conditions) {

  public static ClusterView of(JsonNode cluster) {
    return new ClusterView(
        cluster.at("/metadata/name").asText(),
        cluster.at("/metadata").has("deletionTimestamp"),
        cluster.at("/spec/infrastructureRef/kind").asText(),
        Said.conditions(cluster));
  }
}
