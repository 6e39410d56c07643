package dev.butlerlabs.butler.bench.hosted;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What processes hold, in MiB. */
public final class Memory {

  private static final double MIB = 1024.0 * 1024.0;
  private static final List<String> PROGRAMS =
      List.of("kube-apiserver", "kube-controller-manager", "kube-scheduler");

  private Memory() {}

  static boolean isOfControlPlane(String command) {
    return PROGRAMS.contains(String.valueOf(Path.of(command).getFileName()));
  }

  /** Resident memory; of a page that several have, each has its share. */
  static double shares(Stream<ProcessHandle> processes) throws IOException {
    var kibibytes = 0L;
    for (var process : processes.toList()) {
      var pages = Path.of("/proc", Long.toString(process.pid()), "smaps_rollup");
      for (var line : Files.readAllLines(pages)) {
        if (line.startsWith("Pss:")) {
          kibibytes += Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    }
    return kibibytes / 1024.0;
  }

  /** All pages that are in memory. */
  public static double resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024.0)
        .sum();
  }

  /** Objects on the heap of a JVM that something still needs. */
  public static double liveHeap(long pid) throws IOException, InterruptedException {
    var jcmd = Path.of(System.getProperty("java.home"), "bin/jcmd").toString();
    var process =
        new ProcessBuilder(jcmd, Long.toString(pid), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    var text = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("jcmd on process %d answered: %s".formatted(pid, text));
    }
    var total = text.lines().filter(line -> line.startsWith("Total")).findFirst().orElseThrow();
    return Long.parseLong(total.trim().split("\\s+", 4)[2]) / MIB;
  }
}
