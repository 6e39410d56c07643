package dev.butlerlabs.butler.sandbox.platform.charts;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The stand-ins of a catalog, as files below one address. Every definition has a repository of its
 * own there, since two may have charts of one name.
 */
public final class StandIns {

  private static final String INDEX = "index.yaml";

  private final Map<String, List<StandIn>> charts = new LinkedHashMap<>();

  private StandIns() {}

  /** For each chart in each version that the AddonDefinitions name. */
  public static StandIns of(Collection<ObjectNode> definitions) {
    var all = new StandIns();
    definitions.forEach(one -> all.charts.put(name(one), charts(one)));
    return all;
  }

  /** The definition, pointed at its repository below that address, and saying so. */
  public static ObjectNode pointed(ObjectNode definition, URI address) {
    var copy = definition.deepCopy();
    copy.withObject("/metadata/labels").put(StandIn.LABEL, "true");
    copy.withObject("/spec/chart").put("repository", address + "/" + name(definition));
    var spec = copy.withObject("/spec");
    spec.put(
        "description",
        spec.path("description").asText()
            + " Here its chart is a stand-in whose pods run nothing; ./butler up --online takes the"
            + " real one.");
    // Only the real thing has, makes and needs what they ask for.
    spec.remove("health");
    spec.remove("preflight");
    return copy;
  }

  /**
   * A file, made when it is asked for.
   *
   * @param path such as {@code /cilium/index.yaml}
   */
  Optional<byte[]> file(String path) {
    var cut = path.lastIndexOf('/');
    var there = cut < 1 ? null : charts.get(path.substring(1, cut));
    if (there == null) {
      return Optional.empty();
    }
    var file = path.substring(cut + 1);
    return file.equals(INDEX)
        ? Optional.of(Index.of(there).getBytes(UTF_8))
        : there.stream()
            .filter(one -> one.fileName().equals(file))
            .findFirst()
            .map(StandIn::archive);
  }

  /** Of each definition, by its name. */
  Map<String, List<StandIn>> charts() {
    return Map.copyOf(charts);
  }

  private static String name(JsonNode definition) {
    return definition.at("/metadata/name").asText();
  }

  private static List<StandIn> charts(JsonNode definition) {
    var spec = definition.path("spec");
    var title = spec.path("displayName").asText();
    var chart = spec.path("chart");
    var parts = Part.of(name(definition), spec.path("category").asText());
    var privileged = spec.path("podSecurity").asText().equals("privileged");
    var versions = new LinkedHashSet<String>();
    versions.add(chart.path("defaultVersion").asText());
    chart.path("availableVersions").forEach(version -> versions.add(version.asText()));
    var all = new ArrayList<StandIn>();
    for (var version : versions) {
      all.add(new StandIn(chart.path("name").asText(), version, title, parts, privileged));
    }
    for (var first : spec.path("prerequisites")) {
      all.add(
          new StandIn(
              first.path("chart").asText(),
              first.path("version").asText(),
              "what %s needs first".formatted(title),
              List.of(),
              privileged));
    }
    return List.copyOf(all);
  }
}
