package dev.butlerlabs.butler.bench.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Temporary folders. */
public final class Folders {

  private Folders() {}

  public static void remove(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
