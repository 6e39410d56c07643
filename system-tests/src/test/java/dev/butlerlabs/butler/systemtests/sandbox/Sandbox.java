package dev.butlerlabs.butler.systemtests.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import dev.butlerlabs.butler.systemtests.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One home, driven by the same program the launcher starts. */
record Sandbox(Path home) implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path KUBECTL = locateKubectl();

  Ran butler(String command, String... arguments) throws IOException, InterruptedException {
    return butler(Map.of(), command, arguments);
  }

  Ran butler(Map<String, String> extra, String command, String... arguments)
      throws IOException, InterruptedException {
    var line = new ArrayList<>(program());
    line.addAll(List.of(command, "--home", home.toString()));
    line.addAll(List.of(arguments));
    var environment = new HashMap<>(System.getenv());
    environment.putAll(extra);
    return Ran.command(line, environment, ROOT, Duration.ofMinutes(4));
  }

  /** Gets what upgrades begin with, unless it is there. */
  static void olderKubernetes() throws IOException, InterruptedException {
    var line = new ArrayList<>(program());
    line.addAll(List.of("tools", "--older"));
    var got = Ran.command(line, System.getenv(), ROOT, Duration.ofMinutes(30));
    if (got.exit() != 0) {
      throw new AssertionError(got.toString());
    }
  }

  static List<String> program() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin/java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-Dbutler.root=" + ROOT,
        "-cp",
        ROOT.resolve("apps/sandbox/target/app") + "/*",
        "dev.butlerlabs.butler.apps.sandbox.Main");
  }

  /**
   * What {@code ./butler kubectl} starts, without the JVM around it: stories ask some hundred
   * times.
   */
  Ran kubectl(String... arguments) throws IOException, InterruptedException {
    var line = new ArrayList<String>();
    line.add(KUBECTL.toString());
    line.add("--kubeconfig=" + home.resolve("admin.kubeconfig"));
    line.addAll(List.of(arguments));
    return Ran.command(line, System.getenv(), ROOT, Duration.ofMinutes(4));
  }

  private static Path locateKubectl() {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var tools =
        new Toolchain(settings, Progress.silent(), InstantSource.system())
            .ensure(List.of(Tool.KUBECTL));
    return Objects.requireNonNull(tools.get(Tool.KUBECTL), "kubectl").path();
  }

  JsonNode status() throws IOException, InterruptedException {
    return JSON.readTree(butler("status", "-o", "json").out());
  }

  JsonNode part(String name) throws IOException, InterruptedException {
    for (var part : status().path("parts")) {
      if (part.path("name").asText().equals(name)) {
        return part;
      }
    }
    throw new AssertionError("no component is called " + name);
  }

  /** All processes whose command line names this home. */
  List<ProcessHandle> processes() {
    try (var all = ProcessHandle.allProcesses()) {
      return all.filter(process -> !process.equals(ProcessHandle.current()))
          .filter(process -> commandLine(process.pid()).contains(home.toString()))
          .toList();
    }
  }

  static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
    } catch (IOException gone) {
      return "";
    }
  }

  static void await(String what, Duration within, BooleanSupplier holds) {
    var deadline = System.nanoTime() + within.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within " + within + ": " + what);
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  @Override
  public void close() throws IOException {
    try {
      butler("down");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
