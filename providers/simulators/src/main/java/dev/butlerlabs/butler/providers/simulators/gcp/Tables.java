package dev.butlerlabs.butler.providers.simulators.gcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The tables beside this class, as rows of cells. */
final class Tables {

  private Tables() {}

  static List<List<String>> rows(String name) {
    try (var in = Tables.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not beside Tables");
      }
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(line -> List.of(line.split("\t", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
