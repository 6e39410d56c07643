package dev.butlerlabs.butler.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** What this process costs while nothing happens. */
public final class Rest {

  private static final double MOST_PERCENT = 1;

  private Rest() {}

  /**
   * Waits until nothing more is sent, then looks on.
   *
   * @param of whose rest it is, for the figures' names
   */
  public static List<Figure> measured(Calls calls, Duration time, String of, String detail) {
    calls.awaitQuiet();
    System.gc();
    var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var reads = calls.reads();
    var writes = calls.writes();
    var used = machine.getProcessCpuTime();
    var begin = System.nanoTime();
    while (System.nanoTime() - begin < time.toNanos()) {
      LockSupport.parkNanos(time.toNanos() - (System.nanoTime() - begin));
    }
    var percent = 100.0 * (machine.getProcessCpuTime() - used) / (System.nanoTime() - begin);
    var wrote = calls.writes() - writes;
    var whole = "%s, %d s; %d reads".formatted(detail, time.toSeconds(), calls.reads() - reads);
    return List.of(
        new Figure(
            "processor of " + of,
            percent,
            "% of one core",
            "at most 1 %",
            MOST_PERCENT,
            percent <= MOST_PERCENT,
            whole),
        new Figure("writes of " + of, wrote, "per minute", "none", 0, wrote == 0, whole));
  }
}
