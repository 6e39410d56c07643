package dev.butlerlabs.butler.bench.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The resident memory of a process. */
final class Residence {

  private static final Duration APART = Duration.ofSeconds(2);
  private static final double STILL_MIB = 0.5;

  private Residence() {}

  /** Mebibytes, once two looks in a row agree or there were that many. */
  static double settled(long pid, int looks) throws IOException {
    var last = mebibytes(pid);
    for (var i = 0; i < looks; i++) {
      LockSupport.parkNanos(APART.toNanos());
      var now = mebibytes(pid);
      if (Math.abs(now - last) < STILL_MIB) {
        return now;
      }
      last = now;
    }
    return last;
  }

  private static double mebibytes(long pid) throws IOException {
    for (var line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      }
    }
    throw new IllegalStateException("process " + pid + " has no resident memory");
  }
}
