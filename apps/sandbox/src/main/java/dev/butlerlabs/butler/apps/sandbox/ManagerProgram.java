package dev.butlerlabs.butler.apps.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the manager is started, and the class cache that makes it start fast.
 *
 * @param heap the most it may take, as the JVM has it
 */
record ManagerProgram(Path javaHome, Path folder, String heap) {

  static ManagerProgram of(Surroundings surroundings) {
    var folder = surroundings.root().resolve("apps/manager/target");
    return new ManagerProgram(surroundings.javaHome(), folder, "192m");
  }

  /** The same with room for a thousand control planes. */
  ManagerProgram forThousands() {
    return new ManagerProgram(javaHome, folder, "1g");
  }

  List<String> command() {
    var command = start();
    if (cacheFits()) {
      command.add("-XX:AOTCache=" + cache());
    }
    command.addAll(main());
    return command;
  }

  /** The command that loads what a start loads, writes the class cache and ends. */
  List<String> rehearsal(Path output) {
    var command = start();
    command.add("-XX:AOTCacheOutput=" + output);
    command.addAll(main());
    command.add("--rehearse");
    return command;
  }

  Path cache() {
    return folder.resolve("manager.aot");
  }

  /** A cache made before the last build is refused by the JVM, so it is made anew. */
  boolean cacheFits() {
    try (var jars = Files.list(folder.resolve("app"))) {
      var made = Files.getLastModifiedTime(cache());
      for (var jar : jars.toList()) {
        if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
          return false;
        }
      }
      return true;
    } catch (IOException noCacheOrNoJars) {
      return false;
    }
  }

  private List<String> start() {
    var command = new ArrayList<String>();
    command.add(javaHome.resolve("bin/java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            // Large pages where the system grants them: the allocator waits for memory, not for a
            // processor.
            "-XX:+UseTransparentHugePages",
            "-XX:TieredStopAtLevel=1",
            // A small young generation: what lives is a cache, what dies is one pass of a
            // reconciler.
            "-Xms64m",
            "-Xmn16m",
            "-Xmx" + heap,
            "-Xss512k",
            "-XX:ReservedCodeCacheSize=48m",
            // Key stores here live in memory only: a password that slows down nobody but us.
            "-Dkeystore.pkcs12.keyPbeIterationCount=1",
            // Clients of tenants are closed by us: none needs to look every three seconds whether
            // it is still wanted.
            "-Djdk.internal.httpclient.selectorTimeout=1200000",
            // The JDK warns about what Netty would use otherwise.
            "-Dio.netty.noUnsafe=true",
            "-Xlog:disable",
            "-Xlog:all=error:stderr"));
    return command;
  }

  private List<String> main() {
    return List.of("-cp", folder.resolve("app") + "/*", "dev.butlerlabs.butler.apps.manager.Main");
  }
}
