package dev.butlerlabs.butler.bench.engine;

import java.lang.management.ManagementFactory;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** What this JVM holds on to. */
public final class Heap {

  private Heap() {}

  /** In MiB, after everything that can go is gone. */
  public static double usedAfterGc() {
    var memory = ManagementFactory.getMemoryMXBean();
    var least = Long.MAX_VALUE;
    for (var i = 0; i < 4; i++) {
      memory.gc();
      least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
    }
    return least / (1024.0 * 1024.0);
  }

  /** How many objects of the class are alive. */
  static int instances(Class<?> type) {
    try {
      var histogram =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "gcClassHistogram",
                      new Object[] {new String[0]},
                      new String[] {String[].class.getName()});
      var line =
          Pattern.compile("\\s(\\d+)\\s+\\d+\\s+" + Pattern.quote(type.getName()) + "[\\s(]")
              .matcher(histogram + " ");
      return line.find() ? Integer.parseInt(line.group(1)) : 0;
    } catch (JMException broken) {
      throw new IllegalStateException("this JVM does not tell what is on its heap", broken);
    }
  }
}
