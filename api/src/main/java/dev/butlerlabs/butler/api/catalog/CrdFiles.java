package dev.butlerlabs.butler.api.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.schema.Crds;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the CRDs of all kinds as YAML files; run by the build after compiling. */
public final class CrdFiles {

  private static final String INDEX = "index";

  private CrdFiles() {}

  public static void main(String[] args) throws IOException {
    write(Path.of(args[0]));
  }

  static void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    var names = new ArrayList<String>();
    for (var kind : Kinds.all()) {
      var name = CustomResource.getCRDName(kind) + ".yaml";
      names.add(name);
      keep(folder.resolve(name), yaml(kind));
    }
    keep(folder.resolve(INDEX), String.join("\n", names) + "\n");
  }

  /** A file that says so already stays as it is, or the build would pack everything anew. */
  private static void keep(Path file, String text) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }

  /** The files the build wrote, each a resource below {@code /crds/}. */
  public static List<String> names() {
    try (var in = CrdFiles.class.getResourceAsStream("/crds/" + INDEX)) {
      if (in == null) {
        throw new IllegalStateException("the build wrote no CRDs");
      }
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One CRD as the text of a YAML file. */
  public static String yaml(Class<? extends CustomResource<?, ?>> kind) throws IOException {
    var yaml =
        new YAMLMapper(
            YAMLFactory.builder()
                .disable(YAMLGenerator.Feature.SPLIT_LINES)
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
                .build());
    return yaml.writeValueAsString(Crds.of(kind));
  }
}
