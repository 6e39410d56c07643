package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.engine.Door;
import dev.butlerlabs.butler.bench.engine.Load;
import dev.butlerlabs.butler.bench.engine.Round;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Our controller engine beside JOSDK: the same three reconcilers on 5,000 objects of a real API
 * server, each contender in a fresh JVM with the same heap.
 */
public final class ControllerEngineBench implements Benchmark {

  private static final Load LOAD = new Load(5000, 50);
  private static final String HEAP = "-Xmx256m";

  @Override
  public String about() {
    return "controller engines: JOSDK and ours, three reconcilers on 5,000 objects";
  }

  @Override
  public List<Figure> run(List<String> arguments) throws IOException, InterruptedException {
    if (!arguments.isEmpty()) {
      return figures(Path.of(arguments.getFirst()), LOAD);
    }
    try (var server = new FreshApiServer()) {
      return figures(server.kubeconfig(), LOAD);
    }
  }

  /** On a server that is there: its kubeconfig is the only argument the benchmark takes. */
  static List<Figure> figures(Path kubeconfig, Load load) throws IOException, InterruptedException {
    var config = Door.config(kubeconfig);
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      System.err.printf("making %d objects ...%n", load.objects());
      load.create(client);
    }
    var theirs = measure("josdk", kubeconfig, load);
    var ours = measure("ours", kubeconfig, load);
    return compare(theirs, ours);
  }

  /** One contender, in a JVM of its own. */
  static Map<String, Double> measure(String contender, Path kubeconfig, Load load)
      throws IOException, InterruptedException {
    System.err.printf("measuring %s ...%n", contender);
    var child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                HEAP,
                "-cp",
                System.getProperty("java.class.path"),
                Round.class.getName(),
                contender,
                kubeconfig.toString(),
                String.valueOf(load.objects()),
                String.valueOf(load.tenants()))
            .redirectError(Redirect.INHERIT)
            .start();
    var measured = new TreeMap<String, Double>();
    try (var lines = child.inputReader(StandardCharsets.UTF_8)) {
      lines
          .lines()
          .map(line -> line.split("=", 2))
          .forEach(pair -> measured.put(pair[0], Double.parseDouble(pair[1])));
    }
    if (child.waitFor() != 0) {
      throw new IllegalStateException(
          "the round of " + contender + " ended with " + child.exitValue() + "; see its output");
    }
    return measured;
  }

  private static List<Figure> compare(Map<String, Double> theirs, Map<String, Double> ours) {
    var figures = new ArrayList<Figure>();
    figures.add(least("engine.watches", "watches", "watches", theirs, ours));
    figures.add(least("engine.copies.parcels", "parcelCopies", "per object", theirs, ours));
    figures.add(least("engine.copies.configmaps", "configMapCopies", "per object", theirs, ours));
    figures.add(least("engine.heap", "heap", "MiB", theirs, ours));
    figures.add(most("engine.reconciles", "reconcilesPerSecond", "1/s", theirs, ours));
    figures.add(most("engine.writes", "writesPerSecond", "1/s", theirs, ours));
    figures.add(least("engine.calls.settled", "idleCalls", "in 5 s", theirs, ours));
    figures.add(faultable(theirs, ours));
    figures.add(most("engine.slow-tenant.others", "othersServed", "% served", theirs, ours));
    figures.add(least("engine.slow-tenant.worst", "othersWorstMillis", "ms", theirs, ours));
    return figures;
  }

  private static Figure least(
      String name, String key, String unit, Map<String, Double> theirs, Map<String, Double> ours) {
    double limit = value(theirs, key);
    double value = value(ours, key);
    return new Figure(name, value, unit, "at most JOSDK's", limit, value <= limit, beside(limit));
  }

  /** The rounds come one after the other, so a busy machine may halve either; less is not noise. */
  private static Figure most(
      String name, String key, String unit, Map<String, Double> theirs, Map<String, Double> ours) {
    double limit = value(theirs, key);
    double value = value(ours, key);
    return new Figure(
        name,
        value,
        unit,
        "not less than half of JOSDK's",
        limit,
        value >= limit / 2,
        beside(limit));
  }

  private static Figure faultable(Map<String, Double> theirs, Map<String, Double> ours) {
    double value = 100 * value(ours, "writesAtTheClient") / value(ours, "writesAtTheServer");
    double limit = 100 * value(theirs, "writesAtTheClient") / value(theirs, "writesAtTheServer");
    return new Figure(
        "engine.writes.faultable",
        value,
        "%",
        "every write the server saw passed the client's interceptor",
        limit,
        value >= 100,
        beside(limit));
  }

  private static String beside(double theirs) {
    return "JOSDK %.1f".formatted(theirs);
  }

  private static double value(Map<String, Double> measured, String key) {
    var value = measured.get(key);
    if (value == null) {
      throw new IllegalStateException("the round did not measure " + key);
    }
    return value;
  }
}
