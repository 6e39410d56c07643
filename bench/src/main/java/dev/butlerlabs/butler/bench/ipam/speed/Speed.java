package dev.butlerlabs.butler.bench.ipam.speed;

import dev.butlerlabs.butler.bench.Figure;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures {@link AllocatorSpeed} and the heap.
 *
 * @param ranges how many ranges the pools hold
 * @param seconds how long each operation is warmed up; it is measured half as long
 */
public record Speed(int ranges, int seconds) {

  private static final double MOST_MICROS = 20;
  private static final double MOST_BYTES = 200;
  private static final String IPV4 = "10.16.0.0/12";
  private static final String IPV6 = "2001:db8::/48";

  /**
   * The 99th percentile of each operation in each pool.
   *
   * @param compiler options of the measured process beside those of every process of ours
   */
  public List<Figure> operations(String... compiler) throws RunnerException {
    var options =
        new OptionsBuilder()
            .include(AllocatorSpeed.class.getName())
            .param("block", IPV4, IPV6)
            .param("ranges", String.valueOf(ranges))
            .warmupIterations(seconds)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations((seconds + 1) / 2)
            .measurementTime(TimeValue.seconds(1))
            .forks(1)
            .jvmArgs(
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                "-XX:+UseTransparentHugePages",
                "-Xmx512m",
                "--sun-misc-unsafe-memory-access=allow")
            .jvmArgsAppend(compiler)
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    return new Runner(options).run().stream().map(result -> figure(result, compiler)).toList();
  }

  private Figure figure(RunResult result, String... compiler) {
    var statistics = result.getPrimaryResult().getStatistics();
    var p99 = statistics.getPercentile(99);
    var pool = result.getParams().getParam("block");
    return new Figure(
        "ipam.p99.%s.%s".formatted(family(pool), dashed(result.getPrimaryResult().getLabel())),
        p99,
        "µs",
        "at most 20 µs",
        MOST_MICROS,
        p99 <= MOST_MICROS,
        "median %.1f µs, %d samples, %s with %d ranges%s"
            .formatted(
                statistics.getPercentile(50),
                statistics.getN(),
                pool,
                ranges,
                compiler.length == 0 ? "" : ", " + String.join(" ", compiler)));
  }

  private static String family(String block) {
    return block.equals(IPV4) ? "ipv4" : "ipv6";
  }

  private static String dashed(String method) {
    return method.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** What a held range costs, with everything the pool keeps to serve it. */
  public List<Figure> heap() {
    var figures = new ArrayList<Figure>();
    var holders = UsedPool.holders(ranges);
    for (var block : List.of(IPV4, IPV6)) {
      var before = used();
      var pool = new UsedPool(block, ranges, holders);
      pool.held.clear();
      pool.held.trimToSize();
      var bytes = (double) (used() - before) / pool.allocator.capacity().heldRanges();
      figures.add(
          new Figure(
              "ipam.heap." + family(block),
              bytes,
              "bytes/range",
              "at most 200",
              MOST_BYTES,
              bytes <= MOST_BYTES,
              "%s with %d ranges and %d free runs, index by holder included"
                  .formatted(block, ranges, pool.allocator.capacity().runs())));
    }
    return figures;
  }

  private static long used() {
    var memory = ManagementFactory.getMemoryMXBean();
    var least = Long.MAX_VALUE;
    for (var round = 0; round < 4; round++) {
      memory.gc();
      least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
