package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a command takes from the process around it, read once.
 *
 * @param root the checkout the launcher belongs to
 * @param terminal whether somebody watches the output
 */
record Surroundings(
    Map<String, String> environment,
    Path root,
    Path javaHome,
    boolean terminal,
    InstantSource clock) {

  static Surroundings ofThisProcess() {
    var root = System.getProperty("butler.root");
    if (root == null) {
      throw new Refusal("butler", "was not started by its launcher", "run ./butler");
    }
    return new Surroundings(
        System.getenv(),
        Path.of(root),
        Path.of(System.getProperty("java.home")),
        Boolean.getBoolean("butler.terminal"),
        InstantSource.system());
  }

  ToolchainSettings toolchain(@Nullable Path tools) {
    var settings = ToolchainSettings.fromEnvironment(environment);
    return tools == null ? settings : settings.withCache(tools);
  }

  /** The folder asked for, or the usual one of this user. */
  Path home(@Nullable Path asked) {
    if (asked != null) {
      return asked.toAbsolutePath().normalize();
    }
    return variable("BUTLER_HOME")
        .map(Path::of)
        .or(() -> variable("XDG_DATA_HOME").map(data -> Path.of(data, "butler", "sandbox")))
        .or(() -> variable("HOME").map(home -> Path.of(home, ".local/share/butler/sandbox")))
        .orElseThrow(
            () -> new Refusal("the sandbox's folder", "is unknown", "name it with --home DIR"));
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }
}
