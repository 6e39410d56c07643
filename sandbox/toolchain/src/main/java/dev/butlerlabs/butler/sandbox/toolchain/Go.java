package dev.butlerlabs.butler.sandbox.toolchain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A go command that is new enough, run so that the same sources always give the same bytes. */
final class Go {

  static final int MINIMUM_MINOR = 26;

  private static final Set<String> CLEANED =
      Set.of("GOEXPERIMENT", "GODEBUG", "GCCGO", "GOTOOLDIR", "GOFIPS140");

  private final Path command;
  private final String version;
  private final Programs programs;

  private Go(Path command, String version, ToolchainSettings settings) {
    this.command = command;
    this.version = version;
    this.programs = new Programs(environment(settings));
  }

  /** The first go command of at least version 1.26, or nothing. */
  static Optional<Go> find(ToolchainSettings settings, OutsideTools outside) throws IOException {
    for (var candidate : candidates(settings)) {
      if (OutsideTools.executable(candidate)) {
        var version = outside.version(candidate, VersionQuestion.GO);
        if (newEnough(version)) {
          return Optional.of(new Go(candidate, version, settings));
        }
      }
    }
    return Optional.empty();
  }

  /** The sentence for when there is none. */
  static String missing(ToolchainSettings settings) {
    var places =
        settings.go() == null
            ? "none was found on PATH or in the usual places"
            : settings.go() + " (from BUTLER_TOOL_GO) is none";
    return "Go 1.%d or newer is needed to build it and %s; install it from https://go.dev/dl/ or name one with BUTLER_TOOL_GO=/path/to/go"
        .formatted(MINIMUM_MINOR, places);
  }

  String version() {
    return version;
  }

  Programs.Outcome run(List<String> arguments, Path folder, Path log, Duration within)
      throws IOException {
    var line = new ArrayList<>(List.of(command.toString()));
    line.addAll(arguments);
    return programs.run(line, folder, log, within);
  }

  private static List<Path> candidates(ToolchainSettings settings) {
    var named = settings.go();
    if (named != null) {
      return List.of(named);
    }
    var folders = new ArrayList<>(settings.searchPath());
    var root = settings.environment().get("GOROOT");
    if (root != null && !root.isBlank()) {
      folders.add(Path.of(root, "bin"));
    }
    var home = settings.environment().get("HOME");
    if (home != null && !home.isBlank()) {
      folders.addAll(downloaded(Path.of(home, "sdk")));
    }
    Stream.of("/usr/local/go/bin", "/usr/lib/go/bin", "/snap/bin", "/opt/go/bin")
        .map(Path::of)
        .forEach(folders::add);
    return folders.stream().map(folder -> folder.resolve("go")).toList();
  }

  /** Where {@code golang.org/dl} puts its releases. */
  private static List<Path> downloaded(Path sdk) {
    if (!Files.isDirectory(sdk)) {
      return List.of();
    }
    try (var releases = Files.list(sdk)) {
      return releases.sorted().map(release -> release.resolve("bin")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  static boolean newEnough(String version) {
    var numbers = version.split("\\.", -1);
    try {
      var major = Integer.parseInt(numbers[0]);
      return major > 1
          || (major == 1 && numbers.length > 1 && Integer.parseInt(numbers[1]) >= MINIMUM_MINOR);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * The user's environment, so that GOPROXY, HTTPS_PROXY, SSL_CERT_FILE and the cache folders work,
   * less what would change the result.
   */
  private static Map<String, String> environment(ToolchainSettings settings) {
    var environment = new HashMap<>(settings.environment());
    environment.keySet().removeIf(it -> CLEANED.contains(it) || it.startsWith("CGO_"));
    environment.put("CGO_ENABLED", "0");
    environment.put("GO111MODULE", "on");
    environment.put("GOWORK", "off");
    environment.put("GOOS", settings.platform().os());
    environment.put("GOARCH", settings.platform().architecture());
    environment.put("GOAMD64", "v1");
    environment.put("GOARM64", "v8.0");
    // Not empty: an empty variable would let the user's own go/env file speak.
    environment.put("GOFLAGS", "-mod=readonly");
    return environment;
  }
}
