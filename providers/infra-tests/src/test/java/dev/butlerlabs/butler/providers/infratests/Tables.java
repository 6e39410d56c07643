package dev.butlerlabs.butler.providers.infratests;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Cluster API providers' kinds, as tables of facts: path, type, required, default, enum,
 * limits.
 */
final class Tables {

  private static final Pattern HEADER =
      Pattern.compile(
          "# ([^/ ]+)/(\\S+) (\\S+) plural=(\\S+) scope=(\\S+) short=(\\S*) storage=(\\S+)"
              + " subresources=(\\S*)");
  private static final ObjectMapper JSON = new ObjectMapper();

  private Tables() {}

  /** A definition per kind, with all its versions. */
  static List<CustomResourceDefinition> definitions() {
    var definitions = new TreeMap<String, ObjectNode>();
    files().forEach(file -> add(file, definitions));
    return definitions.values().stream()
        .map(tree -> JSON.convertValue(tree, CustomResourceDefinition.class))
        .toList();
  }

  /** What an API server calls the kinds in its paths. */
  static Map<String, String> plurals() {
    var plurals = new TreeMap<String, String>();
    files()
        .forEach(
            file -> {
              var header = header(lines(file).getFirst(), file);
              plurals.put(header.group(3), header.group(4));
            });
    return plurals;
  }

  /** The version of a kind that is stored, which is the one we write. */
  static String version(String kind) {
    return stored(kind).getName();
  }

  /** Whether the kind's status has such a field. */
  static boolean tells(String kind, String field) {
    var status = stored(kind).getSchema().getOpenAPIV3Schema().getProperties().get("status");
    return status != null && status.getProperties().containsKey(field);
  }

  private static CustomResourceDefinitionVersion stored(String kind) {
    return definitions().stream()
        .filter(one -> one.getSpec().getNames().getKind().equals(kind))
        .flatMap(one -> one.getSpec().getVersions().stream())
        .filter(CustomResourceDefinitionVersion::getStorage)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no table has the kind " + kind));
  }

  private static void add(Path file, Map<String, ObjectNode> definitions) {
    var lines = lines(file);
    var header = header(lines.getFirst(), file);
    var definition =
        definitions.computeIfAbsent(header.group(4), plural -> definition(plural, header));
    var version = definition.withObject("/spec").withArray("versions").addObject();
    version.put("name", header.group(2)).put("served", true);
    version.put("storage", header.group(7).equals("True"));
    if (header.group(8).equals("status")) {
      version.putObject("subresources").putObject("status");
    }
    var schema = new TableSchema();
    lines.stream().filter(line -> !line.startsWith("#")).forEach(schema::add);
    version.putObject("schema").set("openAPIV3Schema", schema.root());
  }

  private static ObjectNode definition(String plural, Matcher header) {
    var tree = JSON.createObjectNode();
    tree.put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "CustomResourceDefinition");
    tree.putObject("metadata").put("name", plural + "." + header.group(1));
    var spec = tree.putObject("spec");
    spec.put("group", header.group(1)).put("scope", header.group(5));
    var kind = header.group(3);
    spec.putObject("names")
        .put("plural", plural)
        .put("singular", kind.toLowerCase(Locale.ROOT))
        .put("kind", kind)
        .put("listKind", kind + "List");
    return tree;
  }

  private static Matcher header(String line, Path file) {
    var header = HEADER.matcher(line);
    if (!header.matches()) {
      throw new IllegalArgumentException(file + " does not begin with a kind but with: " + line);
    }
    return header;
  }

  /** Of the platforms, and of Cluster API itself. */
  private static List<Path> files() {
    return Stream.of("/compat/capi-infra", "/compat/capi-core")
        .flatMap(folder -> files(folder).stream())
        .toList();
  }

  private static List<Path> files(String folder) {
    try (var files = Files.list(folder(folder))) {
      return files.filter(file -> file.toString().endsWith(".tsv")).sorted().toList();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot list the tables", failed);
    }
  }

  private static Path folder(String name) {
    try {
      var folder = Tables.class.getResource(name);
      if (folder == null) {
        throw new IllegalStateException("the tables are not on the class path");
      }
      return Path.of(folder.toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read " + file, failed);
    }
  }
}
