package dev.butlerlabs.butler.sandbox.toolchain;

import static dev.butlerlabs.butler.sandbox.toolchain.image.LoopbackRegistry.layer;

import dev.butlerlabs.butler.sandbox.toolchain.image.LoopbackRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A machine made up for a test: scripts for programs, a registry on loopback, and no Go. */
final class ScriptedMachine implements AutoCloseable {

  static final String SCHEDULER = "#!/bin/sh\necho Kubernetes v1.36.3\n";

  private final Path folder;
  private final LoopbackRegistry registry = LoopbackRegistry.start();
  private final Map<String, String> environment = new HashMap<>();
  private final List<String> told = new ArrayList<>();

  ScriptedMachine(Path folder) throws IOException {
    this.folder = folder;
    environment.put("BUTLER_TOOLS", folder.resolve("cache").toString());
    environment.put("BUTLER_REGISTRY_MIRROR", registry.address().toString());
    environment.put("PATH", folder.resolve("bin").toString());
    environment.put("BUTLER_TOOL_GO", folder.resolve("no-go").toString());
  }

  LoopbackRegistry registry() {
    return registry;
  }

  /** What the listener was told, in order. */
  List<String> told() {
    return List.copyOf(told);
  }

  void set(String variable, Object value) {
    environment.put(variable, value.toString());
  }

  Toolchain toolchain() {
    return new Toolchain(
        settings(), new Notes(), InstantSource.fixed(Instant.parse("2026-01-02T12:00:00Z")));
  }

  ToolchainSettings settings() {
    return ToolchainSettings.fromEnvironment(environment);
  }

  /** Puts a kube-scheduler into the registry; returns the image's digest. */
  String putImage(String program) {
    return registry.put(
        "kube-scheduler", "v1.36.3", List.of(layer("usr/local/bin/kube-scheduler", program)));
  }

  Path script(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Override
  public void close() {
    registry.close();
  }

  private final class Notes implements Progress {
    @Override
    public void started(Tool tool, String doing) {
      told.add("started " + doing);
    }

    @Override
    public void done(Located located, Duration took) {
      told.add("done " + located.describe());
    }
  }
}
