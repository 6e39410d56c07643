package dev.butlerlabs.butler.testkit;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Manifests read from files, each knowing where it stood. */
public final class Samples {

  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();

  private Samples() {}

  /** One manifest and its place: the file and the number of the document in it, from 1. */
  public record Sample(Path file, int document, GenericKubernetesResource resource) {

    @Override
    public String toString() {
      return "%s document %d (%s %s)"
          .formatted(
              file.getFileName(), document, resource.getKind(), resource.getMetadata().getName());
    }
  }

  /** A manifest that cannot be read, with its file and document number in the message. */
  public static final class Unreadable extends RuntimeException {
    private Unreadable(Path file, int document, String why) {
      super("%s, document %d: %s".formatted(file, document, why));
    }
  }

  /**
   * Reads one YAML file, or every {@code .yaml} and {@code .yml} file below a folder in the order
   * of their paths. Empty documents are passed over but counted. Finding none at all is an error,
   * so that a moved folder cannot turn a test into one that tests nothing.
   */
  public static List<Sample> load(Path fileOrFolder) {
    var samples = new ArrayList<Sample>();
    for (var file : files(fileOrFolder)) {
      samples.addAll(read(file));
    }
    if (samples.isEmpty()) {
      throw new IllegalArgumentException(
          "no manifest was found in " + fileOrFolder + "; check the path");
    }
    return List.copyOf(samples);
  }

  private static List<Path> files(Path fileOrFolder) {
    if (!Files.isDirectory(fileOrFolder)) {
      return List.of(fileOrFolder);
    }
    try (var paths = Files.walk(fileOrFolder)) {
      return paths.filter(Samples::isYaml).sorted().toList();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot list the samples below " + fileOrFolder, failed);
    }
  }

  private static boolean isYaml(Path path) {
    var name = path.getFileName().toString();
    return Files.isRegularFile(path) && (name.endsWith(".yaml") || name.endsWith(".yml"));
  }

  private static List<Sample> read(Path file) {
    var samples = new ArrayList<Sample>();
    var document = 1;
    try (MappingIterator<JsonNode> documents =
        YAML.readerFor(JsonNode.class).readValues(Files.newBufferedReader(file))) {
      for (; documents.hasNextValue(); document++) {
        var node = documents.nextValue();
        if (!node.isNull() && !node.isMissingNode()) {
          samples.add(sample(file, document, node));
        }
      }
    } catch (JsonProcessingException wrong) {
      throw new Unreadable(file, document, wrong.toString());
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read the sample " + file, failed);
    }
    return samples;
  }

  private static Sample sample(Path file, int document, JsonNode node)
      throws JsonProcessingException {
    for (var field : List.of("/apiVersion", "/kind", "/metadata/name")) {
      if (node.at(field).asText().isEmpty() && !node.at("/metadata").has("generateName")) {
        throw new Unreadable(file, document, "has no " + field.substring(1).replace('/', '.'));
      }
    }
    return new Sample(file, document, YAML.treeToValue(node, GenericKubernetesResource.class));
  }
}
