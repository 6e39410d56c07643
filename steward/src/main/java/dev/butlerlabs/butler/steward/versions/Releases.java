package dev.butlerlabs.butler.steward.versions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.steward.versions.KubernetesVersion.Minor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The minors that are supported, oldest first and without a gap. */
public record Releases(List<Release> all) {

  private static final Set<String> FIELDS =
      Set.of(
          "minor",
          "tried",
          "coreDns",
          "pause",
          "konnectivity",
          "kubeadmApi",
          "oldestKubelet",
          "unknownPlugins",
          "unknownFlags");

  private static final Set<String> PROGRAMS = Set.of("apiServer", "controllerManager", "scheduler");

  public Releases {
    all = List.copyOf(all);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("the table of releases is empty");
    }
    for (var i = 1; i < all.size(); i++) {
      if (all.get(i).minor().ahead(all.get(i - 1).minor()) != 1) {
        throw new IllegalArgumentException(
            "%s must follow %s directly: an upgrade goes through every minor"
                .formatted(all.get(i).minor(), all.get(i - 1).minor()));
      }
    }
  }

  /** The table that comes with this version of Butler. */
  public static Releases bundled() {
    try (var stream = Releases.class.getResourceAsStream("releases.yaml")) {
      return read(
          new String(
              Objects.requireNonNull(stream, "releases.yaml").readAllBytes(),
              StandardCharsets.UTF_8));
    } catch (IOException broken) {
      throw new UncheckedIOException("releases.yaml cannot be read from the class path", broken);
    }
  }

  /** Reads a table; an unknown, missing or empty field anywhere fails the whole. */
  static Releases read(String yaml) {
    try {
      var releases = new ArrayList<Release>();
      for (var entry : new YAMLMapper().readTree(yaml)) {
        releases.add(release(entry));
      }
      return new Releases(releases);
    } catch (IOException broken) {
      throw new IllegalArgumentException("the table of releases is not YAML", broken);
    }
  }

  private static Release release(JsonNode entry) {
    exactly(entry, FIELDS);
    var flags = entry.get("unknownFlags");
    exactly(flags, PROGRAMS);
    return new Release(
        Minor.of(text(entry, "minor")),
        version(text(entry, "tried")),
        text(entry, "coreDns"),
        text(entry, "pause"),
        text(entry, "konnectivity"),
        text(entry, "kubeadmApi"),
        Minor.of(text(entry, "oldestKubelet")),
        Set.copyOf(texts(entry, "unknownPlugins")),
        new Release.UnknownFlags(
            texts(flags, "apiServer"),
            texts(flags, "controllerManager"),
            texts(flags, "scheduler")));
  }

  private static void exactly(JsonNode node, Set<String> fields) {
    var found = new TreeSet<String>();
    node.fieldNames().forEachRemaining(found::add);
    if (!found.equals(fields)) {
      throw new IllegalArgumentException(
          "a release has the fields %s, not %s".formatted(new TreeSet<>(fields), found));
    }
  }

  private static KubernetesVersion version(String text) {
    return KubernetesVersion.find(text)
        .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no version"));
  }

  private static String text(JsonNode node, String field) {
    var value = node.get(field);
    if (!value.isValueNode() || value.isNull() || value.asText().isBlank()) {
      throw new IllegalArgumentException("a release needs some text in " + field);
    }
    return value.asText();
  }

  private static List<String> texts(JsonNode node, String field) {
    if (!node.get(field).isArray()) {
      throw new IllegalArgumentException("a release needs a list in " + field);
    }
    var texts = new ArrayList<String>();
    node.get(field).forEach(one -> texts.add(one.asText()));
    return texts;
  }

  public Optional<Release> find(Minor minor) {
    return all.stream().filter(release -> release.minor().equals(minor)).findFirst();
  }

  public Minor oldest() {
    return all.getFirst().minor();
  }

  public Minor newest() {
    return all.getLast().minor();
  }

  /** The supported range in words. */
  public String range() {
    return oldest() + " to " + newest();
  }
}
