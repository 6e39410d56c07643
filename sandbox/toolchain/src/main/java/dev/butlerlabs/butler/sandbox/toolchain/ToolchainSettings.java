package dev.butlerlabs.butler.sandbox.toolchain;

import dev.butlerlabs.butler.sandbox.toolchain.image.NetworkSettings;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything the tool chain takes from the outside, made once at the edge.
 *
 * @param cache folder that keeps what was fetched or built
 * @param configured programs the user named
 * @param go the go command the user named; null to look for one
 * @param searchPath folders of {@code PATH}, in order
 * @param environment handed on to Go, so that its proxy, certificate and mirror variables work
 * @param network how registries are reached
 * @param cores for the estimate
 */
public record ToolchainSettings(
    Path cache,
    Map<Tool, Path> configured,
    @Nullable Path go,
    List<Path> searchPath,
    Map<String, String> environment,
    NetworkSettings network,
    Platform platform,
    int cores) {

  static final String GO_VARIABLE = "BUTLER_TOOL_GO";

  public ToolchainSettings {
    configured = Map.copyOf(configured);
    searchPath = List.copyOf(searchPath);
    environment = Map.copyOf(environment);
  }

  /**
   * Reads {@code BUTLER_TOOLS}, {@code BUTLER_TOOL_<NAME>}, {@code BUTLER_REGISTRY_MIRROR}, {@code
   * PATH}, and the usual proxy and certificate variables.
   *
   * @throws ToolchainProblem naming everything that is wrong at once
   */
  public static ToolchainSettings fromEnvironment(Map<String, String> environment) {
    var problems = new ArrayList<String>();
    var configured = configured(environment, problems);
    var network = NetworkSettings.fromEnvironment(environment, problems);
    var cache = findCache(environment);
    if (cache.isEmpty()) {
      problems.add(
          "none of BUTLER_TOOLS, XDG_CACHE_HOME and HOME is set; name a folder for the programs"
              + " with --tools DIR");
    }
    if (!problems.isEmpty()) {
      throw new ToolchainProblem(String.join("; ", problems));
    }
    return new ToolchainSettings(
        cache.get().toAbsolutePath().normalize(),
        configured,
        value(environment, GO_VARIABLE).map(Path::of).orElse(null),
        searchPath(environment.getOrDefault("PATH", "")),
        environment,
        network,
        Platform.named(System.getProperty("os.name"), System.getProperty("os.arch")),
        Runtime.getRuntime().availableProcessors());
  }

  /** The same settings with another cache folder, as {@code --tools DIR} asks. */
  public ToolchainSettings withCache(Path folder) {
    return new ToolchainSettings(
        folder.toAbsolutePath().normalize(),
        configured,
        go,
        searchPath,
        environment,
        network,
        platform,
        cores);
  }

  private static Map<Tool, Path> configured(
      Map<String, String> environment, List<String> problems) {
    var configured = new EnumMap<Tool, Path>(Tool.class);
    environment.forEach(
        (variable, value) -> {
          if (variable.startsWith("BUTLER_TOOL_")
              && !variable.equals(GO_VARIABLE)
              && !value.isBlank()) {
            Tool.findByVariable(variable)
                .ifPresentOrElse(
                    tool -> configured.put(tool, Path.of(value)),
                    () -> problems.add(variable + " names no tool; known are " + variables()));
          }
        });
    return configured;
  }

  private static String variables() {
    return Arrays.stream(Tool.values())
        .map(Tool::variable)
        .collect(Collectors.joining(", ", "", " and " + GO_VARIABLE));
  }

  private static Optional<Path> findCache(Map<String, String> environment) {
    return value(environment, "BUTLER_TOOLS")
        .map(Path::of)
        .or(() -> value(environment, "XDG_CACHE_HOME").map(it -> Path.of(it, "butler", "tools")))
        .or(() -> value(environment, "HOME").map(it -> Path.of(it, ".cache", "butler", "tools")));
  }

  private static List<Path> searchPath(String path) {
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .filter(entry -> !entry.isBlank())
        .map(Path::of)
        .toList();
  }

  private static Optional<String> value(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(it -> !it.isBlank());
  }
}
