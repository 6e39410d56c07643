package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Part;
import dev.butlerlabs.butler.bench.Rest;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Very many control planes that run nothing, and the rest after them. */
public final class FleetPart implements Part {

  private static final double MOST_CALLS = 40;
  private static final int LONGEST_REST = 60;

  @Override
  public String name() {
    return "fleet";
  }

  @Override
  public int size() {
    return 1000;
  }

  @Override
  public List<Figure> run(int orders) throws Exception {
    try (var site = new Site();
        var works = new Works(site.kubeconfig())) {
      var desk = new Orders(site.client());
      desk.allReady("warm", 1);
      desk.takeBack("warm-0");
      works.calls().awaitQuiet();
      var heap = usedAfterCollection();
      var before = works.calls().all();
      Stage.tell(orders + " simulated orders");
      var took = desk.allReady("fleet", orders);
      works.calls().awaitQuiet();
      var calls = (double) (works.calls().all() - before) / orders;
      var each = (usedAfterCollection() - heap) / orders;
      var figures = new ArrayList<Figure>();
      figures.add(
          told("time for each of " + orders, took.toMillis() / (double) orders, "ms", took));
      figures.add(told("heap for each", each, "MiB", took));
      figures.add(
          new Figure(
              "API calls for each",
              calls,
              "",
              "at most 40",
              MOST_CALLS,
              calls <= MOST_CALLS,
              "reads and writes of the controllers, watches among them"));
      figures.addAll(
          Rest.measured(
              works.calls(),
              Duration.ofSeconds(Math.clamp(orders, 5, LONGEST_REST)),
              "a settled fleet",
              orders + " simulated control planes"));
      return figures;
    }
  }

  private static Figure told(String name, double value, String unit, Duration took) {
    return new Figure(
        name,
        value,
        unit,
        "printed",
        0,
        true,
        "%d s for all; pods and the inside of tenants are simulated, controllers and the"
                .formatted(took.toSeconds())
            + " simulated node share this process");
  }

  private static double usedAfterCollection() {
    var memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed() / (1024.0 * 1024.0);
  }
}
