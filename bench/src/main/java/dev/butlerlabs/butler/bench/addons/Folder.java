package dev.butlerlabs.butler.bench.addons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A folder for one measurement. */
final class Folder {

  private Folder() {}

  static Path fresh() throws IOException {
    return Files.createTempDirectory("butler-bench-addons-");
  }

  static void remove(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
