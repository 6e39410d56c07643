package dev.butlerlabs.butler.sandbox.toolchain;

import java.nio.file.Path;
import java.util.Map;

/**
 * The programs of a PostgreSQL server.
 *
 * @param folder with {@code initdb} and {@code postgres}
 * @param environment they need to find their libraries
 */
public record PostgresPrograms(Path folder, Map<String, String> environment) {

  public PostgresPrograms {
    environment = Map.copyOf(environment);
  }
}
