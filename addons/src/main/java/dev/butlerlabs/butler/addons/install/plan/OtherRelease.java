package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.plan.ManifestYaml;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A release that is on the cluster, and what it has to do with kinds. Helm keeps no files of charts
 * inside the chart; of these only the names are known.
 *
 * @param definitions of kinds that its chart has, in its folder or as objects
 * @param kinds of its objects, as {@code group/kind}
 * @param charts it is made of
 * @param clear whether all that Helm keeps of it could be read
 */
public record OtherRelease(
    String name, Set<String> definitions, Set<String> kinds, Set<String> charts, boolean clear) {

  private static final String KIND = "CustomResourceDefinition";

  public OtherRelease {
    definitions = Set.copyOf(definitions);
    kinds = Set.copyOf(kinds);
    charts = Set.copyOf(charts);
  }

  /**
   * Reads what Helm keeps of it.
   *
   * @param folder names of the definitions in the folder {@code crds}; nothing if they cannot be
   *     read
   */
  public static OtherRelease of(String name, JsonNode content, Optional<List<String>> folder) {
    var charts = new HashSet<String>();
    charts.add(content.at("/chart/metadata/name").asText());
    content
        .at("/chart/metadata/dependencies")
        .forEach(one -> charts.add(one.path("name").asText()));
    try {
      var definitions = new HashSet<>(folder.orElse(List.of()));
      var kinds = new HashSet<String>();
      for (var object : ManifestYaml.objects(content.path("manifest").asText())) {
        kinds.add(group(object) + "/" + object.path("kind").asText());
        if (object.path("kind").asText().equals(KIND)) {
          definitions.add(object.at("/metadata/name").asText());
        }
      }
      return new OtherRelease(
          name, definitions, kinds, charts, content.isObject() && folder.isPresent());
    } catch (YAMLException unreadable) {
      return new OtherRelease(name, Set.of(), Set.of(), charts, false);
    }
  }

  private static String group(ObjectNode object) {
    var version = object.path("apiVersion").asText();
    return version.substring(0, Math.max(0, version.indexOf('/')));
  }

  /**
   * Whether it may need the definition.
   *
   * @param chart that brought it; empty where it is not known
   */
  public boolean has(JsonNode definition, String chart) {
    var spec = definition.path("spec");
    return !clear
        || definitions.contains(definition.at("/metadata/name").asText())
        || kinds.contains(spec.path("group").asText() + "/" + spec.at("/names/kind").asText())
        || (!chart.isEmpty() && charts.contains(chart));
  }
}
