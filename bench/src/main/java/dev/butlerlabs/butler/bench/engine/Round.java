package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** One contender in a JVM of its own; what it measured goes to standard output, one per line. */
public final class Round {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration FOR_THE_OTHERS = Duration.ofSeconds(5);
  private static final Duration TO_FILL_THE_POOL = Duration.ofSeconds(3);
  private static final int OTHERS = 20;

  private final String name;
  private final Load load;
  private final Config config;
  private final Map<String, Double> measured = new TreeMap<>();

  Round(String name, Load load, Config config) {
    this.name = name;
    this.load = load;
    this.config = config;
  }

  /** Arguments: contender, kubeconfig, objects, tenants. */
  public static void main(String[] arguments) throws Exception {
    var load = new Load(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
    var config = Door.config(Path.of(arguments[1]));
    new Round(arguments[0], load, config)
        .run()
        .forEach((key, value) -> System.out.println(key + "=" + value));
    System.exit(0);
  }

  Map<String, Double> run() throws InterruptedException {
    try (var user = new KubernetesClientBuilder().withConfig(config).build()) {
      writeAll(user);
      settle(user);
    }
    return measured;
  }

  /** From the start until every parcel has its status written. */
  private void writeAll(KubernetesClient user) throws InterruptedException {
    var server = new Server(user);
    var tally = new Tally();
    var writesBefore = server.parcelWrites();
    var probe = new Probe();
    var contender = Contender.named(name);
    try (var client = tally.client(config)) {
      var began = System.nanoTime();
      contender.start(client, new Duties(client, probe, name));
      require(Probe.within(PATIENCE, () -> probe.seenBy(Duties.WRITER) == load.parcels()));
      var seconds = (System.nanoTime() - began) / 1e9;
      measured.put("writesPerSecond", load.parcels() / seconds);
      awaitQuiet(probe);
      contender.stop();
    }
    measured.put("writesAtTheServer", (double) server.parcelWrites() - writesBefore);
    measured.put("writesAtTheClient", (double) tally.parcelWrites());
  }

  /** From the start until all three have seen all of theirs, with nothing left to write. */
  private void settle(KubernetesClient user) throws InterruptedException {
    var tally = new Tally();
    try (var client = tally.client(config)) {
      client.namespaces().withName("default").get();
      var heapBefore = Heap.usedAfterGc();
      var probe = new Probe();
      var contender = Contender.named(name);
      var began = System.nanoTime();
      contender.start(client, new Duties(client, probe, name));
      require(Probe.within(PATIENCE, () -> allSeen(probe)));
      measured.put("reconcilesPerSecond", 3e9 * load.parcels() / (System.nanoTime() - began));
      awaitQuiet(probe);
      measured.put("heap", Heap.usedAfterGc() - heapBefore);
      measured.put("watches", (double) tally.watches());
      measured.put("parcelCopies", (double) Heap.instances(Parcel.class) / load.parcels());
      measured.put("configMapCopies", (double) Heap.instances(ConfigMap.class) / load.parcels());
      countIdleCalls(tally);
      slowTenant(user, probe);
      contender.stop();
    }
  }

  private boolean allSeen(Probe probe) {
    return probe.seenBy(Duties.WRITER) == load.parcels()
        && probe.seenBy(Duties.READER) == load.parcels()
        && probe.seenBy(Duties.KEEPER) == load.parcels();
  }

  private void countIdleCalls(Tally tally) throws InterruptedException {
    var before = tally.calls();
    TimeUnit.SECONDS.sleep(5);
    measured.put("idleCalls", (double) tally.calls() - before);
  }

  /** One tenant takes forever; how long until the others' edits are seen? */
  private void slowTenant(KubernetesClient user, Probe probe) throws InterruptedException {
    probe.block(Load.namespace(0));
    IntStream.range(0, load.parcelsPerTenant()).forEach(i -> Load.touch(user, 0, i, "slow"));
    Probe.within(TO_FILL_THE_POOL, () -> probe.blocked() >= Contender.WORKERS);
    var others = Math.min(OTHERS, load.tenants() - 1);
    var served = 0;
    var worst = 0.0;
    for (var tenant = 1; tenant <= others; tenant++) {
      var namespace = Load.namespace(tenant);
      var mark = "edit-of-" + name;
      var edited = Load.touch(user, tenant, 0, mark);
      if (Probe.within(
          served == 0 && tenant > 2 ? Duration.ZERO : FOR_THE_OTHERS,
          () -> probe.seenAt(Duties.READER, namespace, mark) > 0)) {
        served++;
        var millis = (probe.seenAt(Duties.READER, namespace, mark) - edited) / 1e6;
        worst = Math.max(worst, millis);
      }
    }
    probe.release();
    measured.put("othersServed", 100.0 * served / others);
    measured.put("othersWorstMillis", served == 0 ? FOR_THE_OTHERS.toMillis() : worst);
  }

  private static void awaitQuiet(Probe probe) throws InterruptedException {
    var last = -1L;
    while (last != probe.reconciles()) {
      last = probe.reconciles();
      TimeUnit.MILLISECONDS.sleep(500);
    }
  }

  private void require(boolean done) {
    if (!done) {
      throw new IllegalStateException(
          "%s did not get through %d objects within %s; is the machine overloaded?"
              .formatted(name, load.objects(), PATIENCE));
    }
  }
}
