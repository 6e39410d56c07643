package dev.butlerlabs.butler.sandbox.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This machine, as far as a Node tells of it. */
record Machine(int processors, long memoryBytes, String architecture, String kernel, String boot) {

  static Machine look() throws IOException {
    var memory =
        Files.readAllLines(Path.of("/proc/meminfo")).stream()
            .filter(line -> line.startsWith("MemTotal:"))
            .findFirst()
            .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
            .orElse(0L);
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        memory,
        System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64",
        System.getProperty("os.version"),
        Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip());
  }
}
