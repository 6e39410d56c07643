package dev.butlerlabs.butler.sandbox.platform.charts;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.addons.charts.Archive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * A small chart in place of another: its objects are stored, watched, upgraded and removed as those
 * of the other would be, and its pods have an image that nobody has.
 *
 * @param title of the addon it stands in for
 * @param parts its workloads; the first bears the release's name
 * @param privileged whether its agents ask for what only privileged namespaces allow
 */
record StandIn(String chart, String version, String title, List<Part> parts, boolean privileged) {

  /** On every object, on the chart and on the definition. */
  static final String LABEL = "butler.butlerlabs.dev/stand-in";

  /** Charts that bring kinds which Butler itself writes objects of. */
  private static final Set<String> KINDS = Set.of("metallb");

  StandIn {
    parts = List.copyOf(parts);
  }

  String description() {
    return "Stand-in for %s, made by Butler's sandbox: its pods run nothing.".formatted(title);
  }

  /** What the versions of the thing itself are called. */
  String appVersion() {
    return version.startsWith("v") ? version.substring(1) : version;
  }

  String fileName() {
    return chart + "-" + version + ".tgz";
  }

  byte[] archive() {
    return Archive.of(files());
  }

  /** By their path in the archive. */
  Map<String, String> files() {
    var files = new TreeMap<String, String>();
    files.put("Chart.yaml", description(resource("Chart.yaml")));
    files.put("values.yaml", values());
    files.put("values.schema.json", resource("values.schema.json"));
    files.put("templates/_stand-in.tpl", resource("stand-in.tpl"));
    files.put("templates/NOTES.txt", description(resource("NOTES.txt")));
    files.put("templates/settings.yaml", resource("settings.yaml"));
    if (KINDS.contains(chart)) {
      files.put("crds/kinds.yaml", resource("kinds-" + chart + ".yaml"));
    }
    for (var part : parts) {
      files.put("templates/" + part.template(), workload(part));
    }
    var packed = new TreeMap<String, String>();
    files.forEach((path, text) -> packed.put(chart + "/" + path, text));
    return packed;
  }

  private String description(String text) {
    return text.replace("CHART", chart)
        .replace("APP_VERSION", appVersion())
        .replace("VERSION", version)
        .replace("DESCRIPTION", description());
  }

  private String values() {
    var text = new StringBuilder(resource("values.yaml"));
    parts.stream()
        .skip(1)
        .filter(part -> part != Part.AGENT)
        .forEach(part -> text.append(part.word()).append(":\n  replicas: 1\n"));
    return text.toString();
  }

  private String workload(Part part) {
    var first = part == parts.getFirst();
    return resource(part.template())
        .replace("NAME", "{{ .Release.Name }}" + (first ? "" : "-" + part.word()))
        .replace("REPLICAS", "int .Values." + (first ? "" : part.word() + ".") + "replicas")
        .replace("PRIVILEGED", String.valueOf(privileged));
  }

  private static String resource(String name) {
    try (var in = StandIn.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException(name + " of the stand-in charts cannot be read", failed);
    }
  }
}
