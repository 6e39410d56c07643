package dev.butlerlabs.butler.bench.fleet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** What a tenant of the stand-in says it is and has. */
final class Discovery {

  private static final List<String> VERBS =
      List.of("create", "delete", "get", "list", "patch", "update", "watch");

  private Discovery() {}

  /** The document at that path; empty where there is none. */
  static Optional<ObjectNode> at(String path, ObjectMapper json) {
    return Optional.ofNullable(
        switch (path) {
          case "/" -> json.createObjectNode().put("stand-in", true);
          case "/version" ->
              json.createObjectNode()
                  .put("major", "1")
                  .put("minor", "36")
                  .put("gitVersion", "v1.36.3+stand-in");
          case "/api" -> {
            var versions = kind(json, "APIVersions");
            versions.putArray("versions").add("v1");
            yield versions;
          }
          case "/apis" -> groups(json);
          case "/api/v1" -> {
            var list = resources(json, "v1");
            resource(list, "nodes", "Node", false);
            resource(list, "secrets", "Secret", true);
            yield list;
          }
          case "/apis/coordination.k8s.io/v1" -> {
            var list = resources(json, "coordination.k8s.io/v1");
            resource(list, "leases", "Lease", true);
            yield list;
          }
          default -> null;
        });
  }

  private static ObjectNode kind(ObjectMapper json, String kind) {
    return json.createObjectNode().put("kind", kind).put("apiVersion", "v1");
  }

  private static ObjectNode groups(ObjectMapper json) {
    var list = kind(json, "APIGroupList");
    var group = list.putArray("groups").addObject().put("name", "coordination.k8s.io");
    var version =
        json.createObjectNode().put("groupVersion", "coordination.k8s.io/v1").put("version", "v1");
    group.putArray("versions").add(version);
    group.set("preferredVersion", version.deepCopy());
    return list;
  }

  private static ObjectNode resources(ObjectMapper json, String version) {
    var list = kind(json, "APIResourceList").put("groupVersion", version);
    list.putArray("resources");
    return list;
  }

  private static void resource(ObjectNode list, String name, String kind, boolean namespaced) {
    var resource =
        list.withArray("/resources")
            .addObject()
            .put("name", name)
            .put("singularName", "")
            .put("namespaced", namespaced)
            .put("kind", kind);
    var verbs = resource.putArray("verbs");
    VERBS.forEach(verbs::add);
  }
}
