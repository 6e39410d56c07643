package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.startup.Folders;
import dev.butlerlabs.butler.bench.startup.Launcher;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The measuring itself: pairs of an order and a bare start, on one sandbox. */
public final class Hosted {

  private static final double TIMES_BARE = 1.6;

  private final List<String> program;
  private final int pairs;

  /**
   * Measures nothing yet.
   *
   * @param program what starts the platform when a command is added, for example the launcher
   */
  public Hosted(List<String> program, int pairs) {
    this.program = List.copyOf(program);
    this.pairs = pairs;
  }

  public List<Figure> measure() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("butler-hosted-");
    var launcher = new Launcher(program, folder.resolve("home"));
    try {
      tell("starting the platform");
      launcher.run("up", "--detach");
      var access = Kubeconfigs.fromFile(launcher.kubeconfig()).orElseThrow();
      try (var client = Clients.connect(access, ClientSettings.named("butler-bench"))) {
        return measure(launcher, client, folder.resolve("bare"));
      }
    } finally {
      launcher.run("down");
      Folders.remove(folder);
    }
  }

  private List<Figure> measure(Launcher launcher, KubernetesClient client, Path folder)
      throws IOException, InterruptedException {
    var orders = new Orders(client);
    tell("a first order, whose flags the bare API servers get");
    orders.answered("first");
    var bare = BareApiServer.like(client, "first", launcher.home(), folder);
    orders.takeBack("first");
    bare.readyAfter("/first");
    var hosted = new ArrayList<Duration>();
    var alone = new ArrayList<Duration>();
    for (var pair = 1; pair <= pairs; pair++) {
      tell("pair " + pair + " of " + pairs);
      if (pair % 2 == 0) {
        alone.add(bare.readyAfter("/bare-" + pair));
      }
      hosted.add(orders.answered("order-" + pair));
      orders.takeBack("order-" + pair);
      if (pair % 2 == 1) {
        alone.add(bare.readyAfter("/bare-" + pair));
      }
      tell("hosted %s, bare %s".formatted(seconds(hosted.getLast()), seconds(alone.getLast())));
    }
    return List.of(figure(hosted, alone));
  }

  private static Figure figure(List<Duration> hosted, List<Duration> alone) {
    var whole = median(hosted);
    var bare = median(alone);
    return new Figure(
        "order to first answer",
        whole / bare,
        "x bare",
        "at most 1.6 times kube-apiserver with the same flags on the same etcd to /readyz",
        TIMES_BARE,
        whole <= TIMES_BARE * bare,
        "medians %.2f s and %.2f s of %d pairs; hosted %s; bare %s"
            .formatted(whole, bare, hosted.size(), all(hosted), all(alone)));
  }

  private static double median(List<Duration> values) {
    var sorted = values.stream().sorted().toList();
    var middle = sorted.size() / 2;
    var upper = sorted.get(middle).toNanos();
    var lower = sorted.get((sorted.size() - 1) / 2).toNanos();
    return (upper + lower) / 2.0 / 1e9;
  }

  private static String all(List<Duration> values) {
    return values.stream().map(Hosted::seconds).collect(Collectors.joining(" "));
  }

  private static String seconds(Duration value) {
    return "%.2f".formatted(value.toNanos() / 1e9);
  }

  private static void tell(String line) {
    System.err.println("control-plane: " + line);
  }
}
