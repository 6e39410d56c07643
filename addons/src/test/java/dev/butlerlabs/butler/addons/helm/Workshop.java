package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where tests write charts, pack them with the real program, and run it as a user would. */
public record Workshop(Path binary, Path folder) {

  /** For what should come: long enough for a machine that does much else. */
  public static final Duration PATIENT = Duration.ofMinutes(4);

  public static Workshop in(Path folder) {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var located =
        new Toolchain(settings, Progress.silent(), InstantSource.system()).require(Tool.HELM);
    return new Workshop(located.path(), folder);
  }

  public HelmSettings settings() {
    return HelmSettings.of(binary, folder.resolve("engine"));
  }

  public Helm helm() {
    return new HelmProgram(settings());
  }

  /** A chart as a folder; the files are templates unless their name has a slash. */
  public Path chart(String name, String version, Map<String, String> files) throws IOException {
    var chart = folder.resolve("charts").resolve(name + "-" + version).resolve(name);
    Files.createDirectories(chart.resolve("templates"));
    Files.writeString(
        chart.resolve("Chart.yaml"),
        "apiVersion: v2\nname: %s\nversion: %s\nappVersion: \"7\"\n".formatted(name, version));
    for (var file : files.entrySet()) {
      var path =
          file.getKey().startsWith("/") ? file.getKey().substring(1) : "templates/" + file.getKey();
      Files.createDirectories(chart.resolve(path).getParent());
      Files.writeString(chart.resolve(path), file.getValue());
    }
    return chart;
  }

  /** The chart as an archive. */
  public Path pack(Path chart) throws IOException {
    var target = Files.createDirectories(folder.resolve("packed"));
    var said = run("package", chart.toString(), "--destination", target.toString());
    return Path.of(said.out().strip().replaceFirst("(?s).*saved it to: ", ""));
  }

  /** The same, with a signature beside it. */
  public Path packSigned(Path chart, Signatory who) throws IOException {
    var target = Files.createDirectories(folder.resolve("packed"));
    var keys = Files.write(folder.resolve(who.name() + ".secret"), who.secretKeys());
    var said =
        run(
            "package",
            chart.toString(),
            "--destination",
            target.toString(),
            "--sign",
            "--key",
            who.name(),
            "--keyring",
            keys.toString());
    return Path.of(said.out().strip().replaceFirst("(?s).*saved it to: ", ""));
  }

  LocalChart local(Path chart) {
    return new LocalChart(chart, null);
  }

  public record Said(int code, String out, String err) {}

  /** The real program as a user has it, apart from our engine. */
  public Said run(String... arguments) throws IOException {
    var line = new ArrayList<>(List.of(binary.toString()));
    line.addAll(List.of(arguments));
    var out = Files.createTempFile(folder, "out", "");
    var err = Files.createTempFile(folder, "err", "");
    var builder = new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("HOME", folder.resolve("user").toString());
    try {
      var code = builder.start().waitFor();
      var said = new Said(code, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
      if (code != 0) {
        throw new AssertionError("helm %s: %s".formatted(List.of(arguments), said.err()));
      }
      return said;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while helm ran", interrupted);
    }
  }

  public static JsonNode yaml(String text) throws IOException {
    return new YAMLMapper().readTree(text);
  }

  /** A ConfigMap that shows a value and nothing else. */
  public static String configMap(String name, String expression) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: %s
        data:
          shown: %s
        """
        .formatted(name, expression);
  }
}
