package dev.butlerlabs.butler.sandbox.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** YAML files with one or several documents. */
final class Yaml {

  private static final YAMLMapper MAPPER = new YAMLMapper();

  private Yaml() {}

  static List<ObjectNode> read(Path file) {
    try (var in = Files.newInputStream(file)) {
      return read(in);
    } catch (IOException e) {
      throw new Refusal(
          file.toString(), "cannot be read: " + e, "remove it from the tool cache and start again");
    }
  }

  /** A file of ours that lies beside the class. */
  static List<ObjectNode> resource(Class<?> beside, String name) {
    try (var in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in the build");
      }
      return read(in);
    } catch (IOException e) {
      throw new IllegalStateException(name + " cannot be read", e);
    }
  }

  private static List<ObjectNode> read(InputStream in) throws IOException {
    var documents = new ArrayList<ObjectNode>();
    try (var values = MAPPER.readerFor(JsonNode.class).<JsonNode>readValues(in)) {
      while (values.hasNext()) {
        if (values.next() instanceof ObjectNode document && !document.isEmpty()) {
          documents.add(document);
        }
      }
    }
    return documents;
  }
}
