package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.fleet.Fleet;
import java.util.List;

/** Very many clusters on real Cluster API, beside what that costs by itself. */
public final class FleetBench implements Benchmark {

  private static final int CLUSTERS = 1000;
  private static final int BLACK_HOLED = 30;

  @Override
  public String about() {
    return "a fleet of ordered clusters, and beside tenants that answer nobody; [COUNT [PERCENT]]";
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    var clusters = arguments.isEmpty() ? CLUSTERS : WrongArgument.size(arguments.getFirst());
    var percent = arguments.size() < 2 ? BLACK_HOLED : WrongArgument.percent(arguments.get(1));
    return new Fleet(clusters, percent).measure();
  }
}
