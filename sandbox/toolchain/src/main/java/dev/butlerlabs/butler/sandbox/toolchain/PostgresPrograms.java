package dev.butlerlabs.butler.sandbox.toolchain;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The programs of a PostgreSQL server. They find their files beside each other, so the tree they
 * lie in can be moved.
 *
 * @param root of that tree; the machine's own when they are installed
 * @param bin folder below the root with {@code initdb} and {@code postgres}
 * @param libraries folders below the root that they need libraries from
 */
public record PostgresPrograms(Path root, Path bin, List<Path> libraries) {

  public PostgresPrograms {
    libraries = List.copyOf(libraries);
  }

  /** Whether they belong to the machine, where every user may run them. */
  public boolean installed() {
    return root.getNameCount() == 0;
  }

  /** The same after the tree was copied there. */
  public PostgresPrograms movedTo(Path other) {
    return new PostgresPrograms(other, bin, libraries);
  }

  public Path program(String name) {
    return root.resolve(bin).resolve(name);
  }

  /** What they need to find their libraries. */
  public Map<String, String> environment() {
    return libraries.isEmpty()
        ? Map.of()
        : Map.of(
            "LD_LIBRARY_PATH",
            libraries.stream()
                .map(one -> root.resolve(one).toString())
                .collect(Collectors.joining(":")));
  }
}
