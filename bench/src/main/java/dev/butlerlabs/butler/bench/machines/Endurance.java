package dev.butlerlabs.butler.bench.machines;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.OurKinds;
import dev.butlerlabs.butler.bench.machines.Weather.Force;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** The lives of all platforms, side by side on one API server. */
public final class Endurance {

  /** What a life costs at most, beside one in which nothing breaks. */
  private static final double DEAREST = 1.3;

  /** A look at an unlucky moment may cost one life in twenty a further call. */
  private static final double UNSTEADY = 0.05;

  /** As many with a second disk as without. They are all alike, so few will do. */
  private static final int CALM_LIVES = 12;

  /** The events of a whole street are removed in one call. */
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);

  private final Path kubeconfig;
  private final long seed;

  public Endurance(Path kubeconfig, long seed) {
    this.kubeconfig = kubeconfig;
    this.seed = seed;
  }

  public List<Figure> run(int lives) throws Exception {
    var platforms = Stages.all();
    var each = Math.max(1, lives / platforms.size());
    System.err.printf("%d lives on each of %s, seed %d ...%n", each, platforms.keySet(), seed);
    var pace = new Pace((long) each * platforms.size());
    var access = Kubeconfigs.fromFile(kubeconfig).orElseThrow();
    try (var overheard = new Overheard();
        var admin =
            Clients.connect(
                access, ClientSettings.named("butler-bench").withCallTimeout(CALL_TIMEOUT));
        var threads = Executors.newFixedThreadPool(platforms.size())) {
      OurKinds.install(admin);
      var runs = new ArrayList<Callable<List<Figure>>>();
      for (var platform : platforms.entrySet()) {
        runs.add(() -> platform(admin, overheard, pace, platform, each));
      }
      var figures = new ArrayList<Figure>();
      for (var run : threads.invokeAll(runs)) {
        figures.addAll(run.get());
      }
      figures.add(logged(overheard));
      return figures;
    }
  }

  private static Figure logged(Overheard overheard) {
    var told = overheard.told();
    told.forEach(line -> System.err.println("a secret was logged: " + line));
    return new Figure(
        "providers.logged",
        told.size(),
        "lines",
        "none that repeats a secret or user data",
        0,
        told.isEmpty(),
        "%d lines heard, down to the finest level".formatted(overheard.lines()));
  }

  private List<Figure> platform(
      KubernetesClient admin,
      Overheard overheard,
      Pace pace,
      Map.Entry<String, Function<KubernetesClient, Stage>> platform,
      int lives)
      throws InterruptedException {
    var name = platform.getKey();
    var stage = platform.getValue().apply(admin);
    var begun = System.nanoTime();
    try (var run = new Lives(admin, name, stage, stage::provider, seed + name.hashCode())) {
      overheard.listenFor(run.canaries());
      var calm = run.lead(Math.min(CALM_LIVES, lives), Force.CALM, _ -> {});
      var rough = run.lead(lives, Force.ROUGH, pace::ended);
      var seconds = (System.nanoTime() - begun) / 1e9;
      var wrongs = new ArrayList<>(calm.wrongs());
      wrongs.addAll(rough.wrongs());
      var committed = LeastCalls.committed().of(name).orElse(0);
      if (calm.changesPerLife() > committed * (1 + UNSTEADY)) {
        wrongs.add(
            "a life in which nothing breaks takes %.2f changing calls, and least-calls.tsv says %.2f"
                .formatted(calm.changesPerLife(), committed));
      }
      // Who looks later finds more gone already, so a calm life may need fewer.
      var least = Math.min(committed, calm.changesPerLife());
      wrongs.forEach(wrong -> System.err.println(name + ": " + wrong));
      var dearness = rough.changesPerLife() / Math.max(least, 1e-9);
      return List.of(
          new Figure(
              "providers." + name + ".wrongs",
              wrongs.size(),
              "wrongs",
              "none: no orphan, no double, no foreign machine touched, none stuck, no secret told",
              0,
              wrongs.isEmpty(),
              "%d lives, %d processes killed, %d looks, seed %d, %.0f s"
                  .formatted(rough.lives(), rough.kills(), rough.looks(), seed, seconds)),
          new Figure(
              "providers." + name + ".changes",
              dearness,
              "x",
              "at most %.1f times the calls of a life in which nothing breaks".formatted(DEAREST),
              DEAREST,
              dearness <= DEAREST,
              "%.2f changing calls a life against %.2f".formatted(rough.changesPerLife(), least)));
    }
  }
}
