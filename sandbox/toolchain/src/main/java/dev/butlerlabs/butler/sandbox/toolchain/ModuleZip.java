package dev.butlerlabs.butler.sandbox.toolchain;

import dev.butlerlabs.butler.sandbox.toolchain.image.ImageProblem;
import dev.butlerlabs.butler.sandbox.toolchain.image.Sha256;
import dev.butlerlabs.butler.sandbox.toolchain.image.WebFile;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.ZipFile;

/**
 * A Go module's source, taken from the module proxy without Go and checked against {@code go.sum}.
 *
 * <p>Go's own check sum: SHA-256 over the sorted lines {@code "<sha256 of the file> <name>"}, two
 * blanks between them, in base 64 behind {@code h1:}.
 */
final class ModuleZip {

  private static final String USUAL_PROXY = "https://proxy.golang.org";
  private static final long LARGEST = 200_000_000;

  private final String module;
  private final String version;
  private final String sums;

  ModuleZip(String module, String version, String sums) {
    this.module = module;
    this.version = version;
    this.sums = sums;
  }

  /** Downloads the module from the first proxy that has it. */
  void download(ToolchainSettings settings, Path target) throws IOException {
    var failures = new ArrayList<String>();
    for (var proxy : proxies(settings.environment().getOrDefault("GOPROXY", ""))) {
      try {
        var address = URI.create(proxy + "/" + module + "/@v/" + version + ".zip");
        new WebFile(settings.network()).fetch(address, LARGEST, target);
        check(target);
        return;
      } catch (ImageProblem problem) {
        failures.add(String.valueOf(problem.getMessage()));
      }
    }
    throw new ToolchainProblem(
        "%s %s cannot be had without Go: %s; %s"
            .formatted(
                module,
                version,
                failures.isEmpty() ? "GOPROXY names no web address" : String.join(", ", failures),
                Go.missing(settings)));
  }

  /** Copies the files at or below {@code paths} into {@code folder}. */
  void unpack(Path zip, List<String> paths, Path folder) throws IOException {
    var root = module + "@" + version + "/";
    try (var file = new ZipFile(zip.toFile())) {
      for (var entry : file.stream().toList()) {
        var name = entry.getName().substring(root.length());
        if (paths.stream().anyMatch(it -> name.equals(it) || name.startsWith(it + "/"))) {
          var target = folder.resolve(name);
          Files.createDirectories(target.resolveSibling("."));
          try (var in = file.getInputStream(entry)) {
            Files.write(target, in.readAllBytes());
          }
        }
      }
    }
  }

  private void check(Path zip) throws IOException {
    var sum = sum(zip);
    if (sums.lines().noneMatch((module + " " + version + " " + sum)::equals)) {
      throw new ToolchainProblem(
          "%s %s came with the checksum %s, which is not the one in go.sum; something on the way changed it, check GOPROXY"
              .formatted(module, version, sum));
    }
  }

  private static String sum(Path zip) throws IOException {
    var lines = new TreeMap<String, String>();
    try (var file = new ZipFile(zip.toFile())) {
      for (var entry : file.stream().toList()) {
        try (var in = file.getInputStream(entry)) {
          var name = entry.getName();
          lines.put(name, Sha256.of(in.readAllBytes()) + "  " + name + "\n");
        }
      }
    }
    var all = Sha256.of(String.join("", lines.values()).getBytes(StandardCharsets.UTF_8));
    return "h1:" + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(all));
  }

  /** Web addresses in the order Go would ask them; "direct" and "off" end the list for us. */
  static List<String> proxies(String setting) {
    var proxies = new ArrayList<String>();
    for (var part : (setting.isBlank() ? USUAL_PROXY : setting).split("[,|]", -1)) {
      if (!part.strip().startsWith("http")) {
        break;
      }
      proxies.add(part.strip().replaceAll("/+$", ""));
    }
    return proxies;
  }
}
