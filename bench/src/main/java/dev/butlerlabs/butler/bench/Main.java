package dev.butlerlabs.butler.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The benchmarks' front door: {@code NAME [-o json] [arguments]}. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(outcome(List.of(arguments)));
  }

  /** What failed in the middle leaves threads behind, which must not keep the process. */
  private static int outcome(List<String> arguments) {
    try {
      return run(benchmarks(), arguments, System.out, System.err);
    } catch (Exception failed) {
      failed.printStackTrace();
      return 1;
    }
  }

  /** Every benchmark of the house, by the name people type. */
  private static SortedMap<String, Benchmark> benchmarks() {
    return new TreeMap<>(
        Map.ofEntries(
            Map.entry("accounts", new AccountsBench()),
            Map.entry("addons", new AddonsBench()),
            Map.entry("control-plane", new ControlPlaneBench()),
            Map.entry("engine", new ControllerEngineBench()),
            Map.entry("fleet", new FleetBench()),
            Map.entry("ipam", new IpamBench()),
            Map.entry("ipam-model", new IpamModelBench()),
            Map.entry("kills", new KillsBench()),
            Map.entry("providers", new ProvidersBench()),
            Map.entry("startup", new StartupBench()),
            Map.entry("tenants", new TenantsBench())));
  }

  static int run(
      SortedMap<String, Benchmark> benchmarks,
      List<String> arguments,
      PrintStream out,
      PrintStream err)
      throws Exception {
    var rest = new ArrayList<>(arguments);
    var json = removePair(rest, "-o", "json");
    if (rest.isEmpty()) {
      benchmarks.forEach((name, benchmark) -> out.printf("%-14s %s%n", name, benchmark.about()));
      return 0;
    }
    var benchmark = benchmarks.get(rest.getFirst());
    if (benchmark == null) {
      err.printf("bench: there is no \"%s\"; there are %s%n", rest.getFirst(), benchmarks.keySet());
      return 2;
    }
    try {
      var figures = benchmark.run(rest.subList(1, rest.size()));
      figures.forEach(figure -> out.println(json ? figure.json() : row(figure)));
      return figures.stream().allMatch(Figure::met) ? 0 : 1;
    } catch (WrongArgument wrong) {
      err.println("bench: " + wrong.getMessage());
      return 2;
    }
  }

  private static boolean removePair(List<String> arguments, String option, String value) {
    var at = arguments.indexOf(option);
    if (at < 0 || at + 1 >= arguments.size() || !arguments.get(at + 1).equals(value)) {
      return false;
    }
    arguments.subList(at, at + 2).clear();
    return true;
  }

  private static String row(Figure figure) {
    return "%-36s %10.1f %-12s %-4s %s; %s"
        .formatted(
            figure.name(),
            figure.value(),
            figure.unit(),
            figure.met() ? "ok" : "MISS",
            figure.goal(),
            figure.detail());
  }
}
