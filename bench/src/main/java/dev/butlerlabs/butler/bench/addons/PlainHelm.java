package dev.butlerlabs.butler.bench.addons;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The official program as somebody runs it by hand: one home for everything. */
record PlainHelm(Path binary, Path folder) {

  static PlainHelm in(Path folder) {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var located =
        new Toolchain(settings, Progress.silent(), InstantSource.system()).require(Tool.HELM);
    return new PlainHelm(located.path(), folder);
  }

  /** What it wrote. */
  String run(String... arguments) throws IOException, InterruptedException {
    var line = new ArrayList<>(List.of(binary.toString()));
    line.addAll(List.of(arguments));
    var out = folder.resolve("out");
    var err = folder.resolve("err");
    var builder = new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().put("HOME", folder.toString());
    if (builder.start().waitFor() != 0) {
      throw new IllegalStateException(
          "helm %s failed: %s".formatted(List.of(arguments), Files.readString(err, UTF_8)));
    }
    return Files.readString(out, UTF_8);
  }

  /** The chart's folder as an archive beside it. */
  Path pack(Path chart) throws IOException, InterruptedException {
    var said = run("package", chart.toString(), "--destination", folder.toString());
    return Path.of(said.strip().replaceFirst("(?s).*saved it to: ", ""));
  }
}
