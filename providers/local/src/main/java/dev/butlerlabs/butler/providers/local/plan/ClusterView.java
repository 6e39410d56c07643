package dev.butlerlabs.butler.providers.local.plan;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a Cluster of Cluster API says that matters to its infrastructure.
 *
 * @param paused nobody is to touch anything of it
 * @param leaving it is being deleted, and its control plane goes with it
 * @param served its control plane can be reached, or somebody else looks after that
 */
public record ClusterView(
    String name, String uid, boolean paused, boolean leaving, boolean served) {

  public static ClusterView of(JsonNode cluster) {
    return new ClusterView(
        cluster.at("/metadata/name").asText(),
        cluster.at("/metadata/uid").asText(),
        cluster.at("/spec/paused").asBoolean(),
        cluster.at("/metadata").hasNonNull("deletionTimestamp"),
        !cluster.at("/spec").hasNonNull("controlPlaneRef") || initialized(cluster));
  }

  /** By either version of Cluster API. */
  private static boolean initialized(JsonNode cluster) {
    return cluster.at("/status/initialization/controlPlaneInitialized").asBoolean()
        || cluster.at("/status/controlPlaneReady").asBoolean();
  }
}
