package dev.butlerlabs.butler.providers.local;

import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Programs of the tool chain that a test runs, in a folder of its own. */
final class Programs implements AutoCloseable {

  private final Path folder;
  private final Deque<Process> running = new ArrayDeque<>();

  Programs() throws IOException {
    folder = Files.createTempDirectory("butler-local-tenant-");
  }

  Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  void start(Tool tool, List<String> flags) throws IOException {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var line = new ArrayList<String>();
    line.add(
        new Toolchain(settings, Progress.silent(), InstantSource.system())
            .require(tool)
            .path()
            .toString());
    line.addAll(flags);
    running.push(
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(tool.binary() + ".log").toFile())
            .start());
  }

  /** The last lines of what a program said, for a failure. */
  String log(Tool tool) throws IOException {
    var lines = Files.readAllLines(folder.resolve(tool.binary() + ".log"));
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
  }

  @Override
  public void close() {
    while (!running.isEmpty()) {
      var process = running.pop();
      process.destroyForcibly();
      process.onExit().join();
    }
  }
}
