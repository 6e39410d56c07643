package dev.butlerlabs.butler.bench.startup;

import dev.butlerlabs.butler.bench.Figure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/** The measuring itself: pairs of bare and whole starts, then the manager at rest and at work. */
public final class Startup {

  private static final double TIMES_BARE = 4;
  private static final double MANAGER_READY_MILLIS = 2_500;
  private static final double IDLE_MIB = 180;
  private static final double LOADED_MIB = 300;
  private static final Duration COUNTED_WITHIN = Duration.ofMinutes(2);

  private final Path root;
  private final List<String> program;
  private final Extent extent;

  /**
   * How much is measured.
   *
   * @param rounds pairs of a bare and a whole start
   * @param orders TenantClusters that are cached in the end
   * @param looks at the manager's memory, two seconds apart, until it stands still
   */
  public record Extent(int rounds, int orders, int looks) {}

  /**
   * Measures nothing yet.
   *
   * @param program what starts the platform when a command is added, for example the launcher
   */
  public Startup(Path root, List<String> program, Extent extent) {
    this.root = root;
    this.program = List.copyOf(program);
    this.extent = extent;
  }

  public List<Figure> measure() throws IOException, InterruptedException, ExecutionException {
    var folder = Files.createTempDirectory("butler-startup-");
    var launcher = new Launcher(program, folder.resolve("home"));
    var bare = new BareParts(folder.resolve("bare"));
    try {
      tell("a first start to fill the caches");
      launcher.run("up", "--detach");
      awaitClassCache();
      launcher.run("down");
      bare.start();
      return measure(launcher, bare);
    } finally {
      launcher.run("down");
      Folders.remove(folder);
    }
  }

  private List<Figure> measure(Launcher launcher, BareParts bare)
      throws IOException, InterruptedException, ExecutionException {
    var whole = new ArrayList<Double>();
    var alone = new ArrayList<Double>();
    var ready = new ArrayList<Double>();
    for (var round = 1; round <= extent.rounds(); round++) {
      tell("round " + round + " of " + extent.rounds());
      alone.add((double) bare.start().toMillis());
      whole.add((double) launcher.run("up", "--detach").toMillis());
      ready.add(managerAlone(launcher));
      if (round < extent.rounds()) {
        launcher.run("down");
      }
    }
    var figures = new ArrayList<Figure>();
    figures.add(ratio(median(whole), median(alone)));
    figures.add(managerReady(median(ready)));
    figures.add(memory("manager idle", launcher, IDLE_MIB, "no objects"));
    var orders = extent.orders();
    tell("ordering " + orders + " TenantClusters");
    Orders.place(launcher.kubeconfig(), orders);
    awaitCounted(launcher);
    figures.add(memory("manager loaded", launcher, LOADED_MIB, orders + " TenantClusters cached"));
    return figures;
  }

  /** Ends the manager on a platform at rest; its supervisor starts it again. */
  private static double managerAlone(Launcher launcher) throws IOException {
    var before = launcher.part("manager");
    var handle = ProcessHandle.of(before.path("pid").asLong());
    handle.ifPresent(ProcessHandle::destroy);
    var deadline = System.nanoTime() + COUNTED_WITHIN.toNanos();
    while (System.nanoTime() - deadline < 0) {
      var now = launcher.part("manager");
      if (now.path("restarts").asInt() > before.path("restarts").asInt()
          && now.path("state").asText().equals("ready")) {
        return now.path("readyAfterMillis").asDouble();
      }
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }
    throw new IllegalStateException("the manager was not started again");
  }

  private static Figure ratio(double whole, double bare) {
    return new Figure(
        "up, warm",
        whole / bare,
        "x bare",
        "at most 4 times etcd + kube-apiserver to /readyz",
        bare,
        whole <= TIMES_BARE * bare,
        "%.1f s for the whole command, %.1f s for the bare parts"
            .formatted(whole / 1000, bare / 1000));
  }

  private static Figure managerReady(double millis) {
    return new Figure(
        "manager ready",
        millis,
        "ms",
        "at most 2500 ms from start to ready",
        MANAGER_READY_MILLIS,
        millis <= MANAGER_READY_MILLIS,
        "with its class cache, on a platform at rest, all that it serves listed and watched");
  }

  private Figure memory(String name, Launcher launcher, double most, String detail)
      throws IOException {
    var mebibytes =
        Residence.settled(launcher.part("manager").path("pid").asLong(), extent.looks());
    return new Figure(
        name,
        mebibytes,
        "MiB",
        "at most %.0f MiB resident".formatted(most),
        most,
        mebibytes <= most,
        detail);
  }

  /** The manager itself says how many it has seen. */
  private void awaitCounted(Launcher launcher) throws IOException, InterruptedException {
    var address = launcher.part("manager").path("address").asText();
    var request = HttpRequest.newBuilder(URI.create("http://" + address + "/metrics")).build();
    var wanted =
        "butler_objects{group=\"butler.butlerlabs.dev\",kind=\"TenantCluster\"} "
            + (double) extent.orders();
    var deadline = System.nanoTime() + COUNTED_WITHIN.toNanos();
    try (var client = HttpClient.newHttpClient()) {
      while (!client.send(request, BodyHandlers.ofString()).body().contains(wanted)) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException(
              "the manager never counted " + extent.orders() + " orders");
        }
        LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
      }
    }
  }

  /**
   * A cache older than the program is made anew by the first start, and worth nothing until then.
   */
  private void awaitClassCache() throws IOException {
    var target = root.resolve("apps/manager/target");
    var program = Files.getLastModifiedTime(target.resolve("app"));
    var deadline = System.nanoTime() + COUNTED_WITHIN.toNanos();
    while (System.nanoTime() - deadline < 0) {
      var cache = target.resolve("manager.aot");
      if (Files.exists(cache) && Files.getLastModifiedTime(cache).compareTo(program) > 0) {
        return;
      }
      LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
    }
    throw new IllegalStateException("no class cache was made; read logs/rehearsal.log");
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static void tell(String line) {
    System.err.println("startup: " + line);
  }
}
