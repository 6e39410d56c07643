package dev.butlerlabs.butler.sandbox.node.pod;

import com.fasterxml.jackson.databind.JsonNode;

/** One pod for all time: a name may be used again, a uid is not. */
public record PodName(String namespace, String name, String uid) {

  public static PodName of(JsonNode pod) {
    var metadata = pod.path("metadata");
    return new PodName(
        metadata.path("namespace").asText(),
        metadata.path("name").asText(),
        metadata.path("uid").asText());
  }

  /** Its path below the API server. */
  public String path() {
    return "/api/v1/namespaces/" + namespace + "/pods/" + name;
  }

  @Override
  public String toString() {
    return "pod " + namespace + "/" + name;
  }
}
