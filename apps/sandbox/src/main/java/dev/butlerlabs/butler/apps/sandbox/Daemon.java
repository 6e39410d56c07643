package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts the supervisor as a process that outlives this one and its terminal. */
final class Daemon {

  private Daemon() {}

  static void start(
      Surroundings surroundings, Path home, @Nullable Path tools, PlatformOptions options) {
    var logs = PrivateFiles.folder(PrivateFiles.folder(home).resolve("logs"));
    var log = logs.resolve("sandbox.log");
    try {
      Files.deleteIfExists(home.resolve("run/state.json"));
      PrivateFiles.write(log, "");
      new ProcessBuilder(command(surroundings, home, tools, options))
          .redirectInput(new File("/dev/null"))
          .redirectErrorStream(true)
          .redirectOutput(Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new Refusal(
          "the supervisor", "could not be started: " + e, "check the JDK and " + home);
    }
  }

  private static List<String> command(
      Surroundings surroundings, Path home, @Nullable Path tools, PlatformOptions options) {
    var command = new ArrayList<String>();
    // A session of its own: the terminal's Ctrl-C and hang-up do not reach it.
    command.add("setsid");
    command.add(surroundings.javaHome().resolve("bin/java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-XX:TieredStopAtLevel=1",
            // Simulated pods come by the thousand.
            options.simulated ? "-Xmx512m" : "-Xmx128m",
            "-Dbutler.root=" + surroundings.root(),
            "-cp",
            surroundings.root().resolve("apps/sandbox/target/app") + "/*",
            Main.class.getName(),
            "supervise",
            "--home",
            home.toString()));
    if (tools != null) {
      command.addAll(List.of("--tools", tools.toString()));
    }
    command.addAll(options.arguments());
    return command;
  }
}
