package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.addons.install.plan.Health;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;

/** What a release consists of, read from what its chart rendered. */
final class Manifests {

  /** More than this many tell nothing new about a release, and would fill a status. */
  private static final int MOST = 50;

  private static final YAMLMapper YAML = new YAMLMapper();

  private Manifests() {}

  /** The workloads, sorted, as {@link Health} writes them; none when it cannot be read. */
  static List<String> workloads(String manifest, String namespace) {
    var found = new TreeSet<String>();
    try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(manifest)) {
      while (documents.hasNext()) {
        var one = documents.next();
        var kind = one.path("kind").asText();
        if (Health.KINDS.contains(kind)) {
          var metadata = one.path("metadata");
          found.add(
              Health.name(
                  kind,
                  metadata.path("namespace").asText(namespace),
                  metadata.path("name").asText()));
        }
      }
    } catch (IOException | RuntimeException unreadable) {
      // Helm has taken it; then what stands on the cluster cannot be told apart, and counts as
      // fine.
      return List.copyOf(found);
    }
    return found.stream().limit(MOST).toList();
  }
}
