package dev.butlerlabs.butler.bench.fleet;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.hosted.CallLog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The measuring itself: a bare script, the same clusters ordered, and once more with some tenants
 * black-holed; each on a site of its own.
 */
public final class Fleet {

  private static final double TIMES_BARE = 1.5;
  private static final double TIMES_ALONE = 1.05;
  private static final double MOST_HEAP = 450;
  private static final Duration LEAST_PATIENCE = Duration.ofMinutes(5);
  private static final Duration PATIENCE_EACH = Duration.ofSeconds(6);

  private final int clusters;
  private final int percent;

  /**
   * Measures nothing yet.
   *
   * @param percent of the tenants that answer nobody in the last run; 0 leaves it out
   */
  public Fleet(int clusters, int percent) {
    this.clusters = clusters;
    this.percent = percent;
  }

  public List<Figure> measure() throws IOException, InterruptedException {
    var names = names("fleet");
    tell("a bare script makes the objects of %d clusters".formatted(clusters));
    var cost = BareRun.cost(names("bare"), patience());
    var bare = cost.seconds();
    tell("processors for each: " + cost.processors());
    tell("%.1f s; now %d clusters are ordered".formatted(bare, clusters));
    var figures = new ArrayList<Figure>();
    OrderedRun alone;
    try (var grounds = new Grounds(clusters, Set.of());
        var log = new CallLog(grounds.site().auditLog(), OrderedRun.USER)) {
      alone = OrderedRun.of(grounds, log, names, Set.of(), patience());
      figures.addAll(told(alone, bare));
      tell("all are Ready after %.1f s; looking at the rest".formatted(last(alone, names)));
      tell("calls for each: " + alone.kinds());
      tell("processors for each: " + alone.processors());
      figures.addAll(Settled.measured(grounds, log, clusters));
    }
    var dark = dark(names);
    if (!dark.isEmpty()) {
      tell("the same with %d tenants that answer nobody".formatted(dark.size()));
      figures.add(beside(alone, names, dark));
    }
    return figures;
  }

  private List<String> names(String prefix) {
    return IntStream.range(0, clusters).mapToObj(i -> prefix + "-" + i).toList();
  }

  /** Spread evenly over all. */
  private Set<String> dark(List<String> names) {
    return IntStream.range(0, clusters)
        .filter(i -> (i + 1) * percent / 100 > i * percent / 100)
        .mapToObj(names::get)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Ends a run that would never end; no figure hangs on it. */
  private Duration patience() {
    return LEAST_PATIENCE.plus(PATIENCE_EACH.multipliedBy(clusters));
  }

  private static double last(OrderedRun run, List<String> names) {
    return run.finish().last(names);
  }

  private List<Figure> told(OrderedRun run, double bare) {
    var whole = last(run, run.names());
    return List.of(
        new Figure(
            clusters + " clusters, all Ready",
            whole / bare,
            "x bare",
            "at most 1.5 times a script that makes the same objects of Cluster API",
            TIMES_BARE,
            whole <= TIMES_BARE * bare,
            "%.1f s and %.1f s; each from its order, half within %.1f s, 99 %% within %.1f s; %s"
                .formatted(
                    whole,
                    bare,
                    run.finish().within(0.5, run.names()),
                    run.finish().within(0.99, run.names()),
                    load())),
        new Figure(
            "API calls for each",
            (double) run.calls().all() / clusters,
            "",
            "printed",
            0,
            true,
            "%d reads and %d writes of the manager by the audit log; leases and Events apart"
                .formatted(run.calls().reads(), run.calls().writes())),
        new Figure(
            "manager's heap",
            run.heap(),
            "MiB",
            "at most 450 MiB",
            MOST_HEAP,
            run.heap() <= MOST_HEAP,
            "live objects; %.1f MiB resident".formatted(run.resident())),
        new Figure(
            "Cluster API's memory",
            run.core() + run.kubeadm(),
            "MiB",
            "printed",
            0,
            true,
            "%.1f MiB core, %.1f MiB kubeadm bootstrap".formatted(run.core(), run.kubeadm())));
  }

  private Figure beside(OrderedRun alone, List<String> names, Set<String> dark)
      throws IOException, InterruptedException {
    try (var grounds = new Grounds(clusters, dark);
        var log = new CallLog(grounds.site().auditLog(), OrderedRun.USER)) {
      var run = OrderedRun.of(grounds, log, names, dark, patience());
      var with = last(run, run.names());
      var without = last(alone, run.names());
      return new Figure(
          "the rest beside %d black-holed tenants".formatted(dark.size()),
          with / without,
          "x without",
          "at most 1.05 times the same clusters in the run where all answer",
          TIMES_ALONE,
          with <= TIMES_ALONE * without,
          "%.1f s and %.1f s for %d clusters; half of them within %.1f s and %.1f s; %s"
              .formatted(
                  with,
                  without,
                  run.names().size(),
                  run.finish().within(0.5, run.names()),
                  alone.finish().within(0.5, run.names()),
                  load()));
    }
  }

  private static String load() {
    var machine = ManagementFactory.getOperatingSystemMXBean();
    return "load %.1f at its end".formatted(machine.getSystemLoadAverage());
  }

  private static void tell(String line) {
    System.err.println("fleet: " + line);
  }
}
