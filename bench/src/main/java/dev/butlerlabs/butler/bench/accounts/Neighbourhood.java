package dev.butlerlabs.butler.bench.accounts;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.OurKinds;
import dev.butlerlabs.butler.bench.accounts.Run.Times;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The same crowd again and again, beside each neighbour in turn. */
public final class Neighbourhood {

  /** How much longer machines may take because somebody else's platform is ill. */
  private static final double GOAL = 1.1;

  private final Path kubeconfig;

  public Neighbourhood(Path kubeconfig) {
    this.kubeconfig = kubeconfig;
  }

  public List<Figure> run(int machines, int rounds) throws Exception {
    var all = new EnumMap<Neighbour, List<Times>>(Neighbour.class);
    var access = Kubeconfigs.fromFile(kubeconfig).orElseThrow();
    try (var client = Clients.connect(access, ClientSettings.named("butler-bench"))) {
      OurKinds.install(client);
      for (var round = 0; round < rounds; round++) {
        for (var neighbour : Neighbour.values()) {
          var word = neighbour.name().toLowerCase(Locale.ROOT);
          var times = new Run(client, machines).beside(neighbour, word + "-" + round);
          System.err.printf("%d machines beside %s: %s%n", machines, word, times);
          all.computeIfAbsent(neighbour, _ -> new ArrayList<>()).add(times);
        }
      }
    }
    var figures = new ArrayList<Figure>();
    for (var ill : List.of(Neighbour.DEAD, Neighbour.SLOW)) {
      figures.add(ratio(all, ill, "half", Times::half));
      figures.add(ratio(all, ill, "all", Times::last));
    }
    figures.add(atOnce(all));
    figures.add(doubles(all, machines));
    return figures;
  }

  private static Figure ratio(
      Map<Neighbour, List<Times>> all, Neighbour ill, String name, ToDoubleFunction<Times> time) {
    var beside = median(all.getOrDefault(ill, List.of()), time);
    var alone = median(all.getOrDefault(Neighbour.NOBODY, List.of()), time);
    return new Figure(
        "accounts.%s.%s".formatted(ill.name().toLowerCase(Locale.ROOT), name),
        beside / alone,
        "x",
        "at most %.1f times the time to Running without the other account".formatted(GOAL),
        GOAL,
        beside / alone <= GOAL,
        "%.1f s against %.1f s, medians of %d runs"
            .formatted(beside, alone, all.getOrDefault(ill, List.of()).size()));
  }

  private static Figure atOnce(Map<Neighbour, List<Times>> all) {
    var most = runs(all).stream().mapToInt(Times::most).max().orElseThrow();
    // The look at the account stands in no line with machines.
    var limit = Controllers.AT_ONCE + 1;
    return new Figure(
        "accounts.at-once",
        most,
        "calls",
        "at most %d for machines and one for the account".formatted(Controllers.AT_ONCE),
        limit,
        most <= limit,
        "the most that the platform ever saw");
  }

  private static Figure doubles(Map<Neighbour, List<Times>> all, int machines) {
    var wrong = runs(all).stream().filter(times -> times.clones() != machines).count();
    return new Figure(
        "accounts.doubles",
        wrong,
        "runs",
        "none in which more or fewer machines were made than ordered",
        0,
        wrong == 0,
        "%d machines ordered in each of %d runs".formatted(machines, runs(all).size()));
  }

  private static List<Times> runs(Map<Neighbour, List<Times>> all) {
    return all.values().stream().flatMap(Collection::stream).toList();
  }

  private static double median(List<Times> runs, ToDoubleFunction<Times> time) {
    var sorted = runs.stream().mapToDouble(time).sorted().toArray();
    return sorted.length % 2 == 1
        ? sorted[sorted.length / 2]
        : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
  }
}
