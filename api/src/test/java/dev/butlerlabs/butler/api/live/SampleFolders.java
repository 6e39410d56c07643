package dev.butlerlabs.butler.api.live;

import dev.butlerlabs.butler.testkit.Samples;
import dev.butlerlabs.butler.testkit.Samples.Sample;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where samples come from: the repository's own folder, and for runs by hand the folders named in
 * the environment variable BUTLER_EXTRA_SAMPLES, separated like PATH. A further folder called
 * {@code valid} must be taken without a word, {@code pruned} with a warning about unknown fields;
 * from any other the answers are printed.
 */
final class SampleFolders {

  private SampleFolders() {}

  static List<Sample> ours() {
    return Samples.load(Path.of("../samples"));
  }

  static List<Path> further() {
    var named = System.getenv().getOrDefault("BUTLER_EXTRA_SAMPLES", "");
    return Arrays.stream(named.split(File.pathSeparator, -1))
        .filter(text -> !text.isBlank())
        .map(Path::of)
        .toList();
  }

  /** Everything that is taken as it stands. */
  static Stream<Sample> valid() {
    return Stream.concat(
        ours().stream(),
        further().stream()
            .filter(folder -> folder.endsWith("valid"))
            .flatMap(folder -> Samples.load(folder).stream()));
  }
}
