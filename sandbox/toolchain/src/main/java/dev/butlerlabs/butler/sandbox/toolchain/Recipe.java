package dev.butlerlabs.butler.sandbox.toolchain;

import dev.butlerlabs.butler.sandbox.toolchain.image.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * All that decides the content of one cache entry, and the name that follows from it.
 *
 * @param name folder of all versions of it
 * @param entry version, platform and a hash over everything that goes in: a change of any of it
 *     leads to another folder, hence to a new build
 */
record Recipe(String name, String entry) {

  static Recipe of(Tool tool, Platform platform) {
    var component = tool.component();
    return hashed(
        tool.binary(),
        component,
        platform.os() + "-" + platform.architecture(),
        List.of(
            tool.goPackage(),
            component.linkerFlags(),
            tool.published() ? tool.image().toString() : "",
            tool.imageFile()));
  }

  static Recipe ofManifests(List<String> paths) {
    return hashed("cluster-api-manifests", Component.CLUSTER_API, "any", paths);
  }

  private static Recipe hashed(
      String name, Component component, String platform, List<String> ingredients) {
    var text =
        String.join("\n", ingredients)
            + "\n"
            + resource(component, "go.mod")
            + resource(component, "go.sum");
    var hash = Sha256.of(text.getBytes(StandardCharsets.UTF_8)).substring(0, 12);
    return new Recipe(name, component.version() + "-" + platform + "-" + hash);
  }

  /** Puts the component's pinned {@code go.mod} and {@code go.sum} into {@code folder}. */
  static void writeModule(Component component, Path folder) throws IOException {
    for (var file : List.of("go.mod", "go.sum")) {
      Files.writeString(folder.resolve(file), resource(component, file));
    }
  }

  static String resource(Component component, String file) {
    var path = component.folder() + "/" + file;
    try (var in = Recipe.class.getResourceAsStream(path)) {
      return new String(Objects.requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
