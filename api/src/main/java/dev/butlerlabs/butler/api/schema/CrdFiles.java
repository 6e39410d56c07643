package dev.butlerlabs.butler.api.schema;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.Kinds;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the CRDs of all kinds as YAML files; run by the build after compiling. */
public final class CrdFiles {

  private CrdFiles() {}

  public static void main(String[] args) throws IOException {
    write(Path.of(args[0]));
  }

  static void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (var kind : Kinds.all()) {
      Files.writeString(folder.resolve(CustomResource.getCRDName(kind) + ".yaml"), yaml(kind));
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
