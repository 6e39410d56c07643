package dev.butlerlabs.butler.testkit.failures;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads the seeded failures and the stages they begin at; their README says how. */
public final class Failures {

  private static final Path FOLDER = folder(Path.of("").toAbsolutePath());

  private static final String STAGE_TIME = "2026-11-02T10:30:00Z";
  private static final String FAILURE_TIME = "2026-11-02T11:00:00Z";

  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();

  private static final List<Failure> ALL = readAll();

  private Failures() {}

  /** Shared: not to be changed. */
  public static List<Failure> all() {
    return ALL;
  }

  /** Tests run in the folder of their module, which lies at different depths. */
  private static Path folder(Path below) {
    return Stream.iterate(below, Objects::nonNull, Path::getParent)
        .map(parent -> parent.resolve("system-tests/failures"))
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no system-tests/failures in or above " + below));
  }

  private static List<Failure> readAll() {
    try (var files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .map(Failures::read)
          .toList();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot list " + FOLDER, failed);
    }
  }

  /** A stage as it is when nothing fails, read anew each time. */
  public static List<JsonNode> stage(String name) {
    return List.copyOf(stored(name).values());
  }

  private static Failure read(Path file) {
    var failure = tree(file);
    var objects = stored(failure.path("stage").asText());
    change(objects, failure, FAILURE_TIME);
    return new Failure(
        file.getFileName().toString().replace(".yaml", ""),
        failure.path("failure").asText(),
        List.copyOf(objects.values()),
        list(failure.path("refused")),
        Failure.Expected.of(failure.path("cause")));
  }

  private static Map<String, JsonNode> stored(String stage) {
    var file = tree(FOLDER.resolve("stages").resolve(stage + ".yaml"));
    var before = file.path("after").asText("");
    var objects = before.isEmpty() ? new LinkedHashMap<String, JsonNode>() : stored(before);
    change(objects, file, STAGE_TIME);
    return objects;
  }

  private static void change(Map<String, JsonNode> objects, JsonNode file, String time) {
    for (var change : file.path("objects")) {
      var stored = objects.computeIfAbsent(key(change), _ -> YAML.createObjectNode());
      merge((ObjectNode) stored, change, time);
    }
    for (var gone : file.path("gone")) {
      if (objects.remove(gone.asText()) == null) {
        throw new IllegalStateException("the stage has no " + gone.asText() + " to take away");
      }
    }
  }

  private static String key(JsonNode object) {
    return object.path("kind").asText() + "/" + object.at("/metadata/name").asText();
  }

  private static void merge(ObjectNode into, JsonNode from, String time) {
    for (var field : from.properties()) {
      var name = field.getKey();
      var value = field.getValue();
      if (value.isNull()) {
        into.remove(name);
      } else if (name.equals("conditions")) {
        conditions(into.withArray(name), value, time);
      } else if (value.isObject()) {
        merge(into.withObjectProperty(name), value, time);
      } else {
        into.set(name, value.deepCopy());
      }
    }
  }

  private static void conditions(ArrayNode into, JsonNode from, String time) {
    for (var condition : from) {
      var wanted = (ObjectNode) condition.deepCopy();
      if (!wanted.has("lastTransitionTime")) {
        wanted.put("lastTransitionTime", time);
      }
      var at = index(into, wanted.path("type").asText());
      if (at < 0) {
        into.add(wanted);
      } else {
        into.set(at, wanted);
      }
    }
  }

  private static int index(ArrayNode conditions, String type) {
    for (var at = 0; at < conditions.size(); at++) {
      if (conditions.get(at).path("type").asText().equals(type)) {
        return at;
      }
    }
    return -1;
  }

  private static List<JsonNode> list(JsonNode nodes) {
    return StreamSupport.stream(nodes.spliterator(), false).toList();
  }

  private static JsonNode tree(Path file) {
    try {
      return YAML.readTree(Files.readString(file));
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read " + file, failed);
    }
  }
}
