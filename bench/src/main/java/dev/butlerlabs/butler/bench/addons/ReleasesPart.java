package dev.butlerlabs.butler.bench.addons;

import dev.butlerlabs.butler.addons.helm.HelmProgram;
import dev.butlerlabs.butler.addons.helm.HelmSettings;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.bench.Calls;
import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.FreshApiServer;
import dev.butlerlabs.butler.bench.OurKinds;
import dev.butlerlabs.butler.bench.Part;
import dev.butlerlabs.butler.bench.engine.Heap;
import dev.butlerlabs.butler.bench.hosted.Memory;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.pki.Kubeconfig;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Very many releases on simulated tenants: what it takes to tell for each of them what a change of
 * the catalog would do, and what they cost while nothing happens.
 */
public final class ReleasesPart implements Part {

  private static final int RELEASES = 10_000;
  private static final double MOST_SECONDS = 60;
  private static final double MOST_PERCENT = 2;
  private static final Duration LEAST_PATIENCE = Duration.ofMinutes(5);
  private static final Duration PATIENCE_EACH = Duration.ofMillis(300);
  private static final Duration LONGEST_REST = Duration.ofSeconds(60);

  /** For what prepares the fleet; it is not measured. */
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);

  @Override
  public String name() {
    return "releases";
  }

  @Override
  public int size() {
    return RELEASES;
  }

  /** 10,000 are 200 tenants with 50 addons each; fewer are fewer of both. */
  @Override
  public List<Figure> run(int releases) throws Exception {
    var tenants = Math.max(1, (int) Math.round(2 * Math.sqrt(releases)));
    var addons = Math.max(1, releases / tenants);
    var folder = Folder.fresh();
    try (var server = new FreshApiServer(FreshApiServer.SPACIOUS)) {
      return measured(folder, server.kubeconfig(), tenants, addons);
    } finally {
      Folder.remove(folder);
    }
  }

  private static List<Figure> measured(Path folder, Path kubeconfig, int tenants, int addons)
      throws Exception {
    var own = Kubeconfig.parse(Files.readString(kubeconfig));
    var access = Kubeconfigs.fromFile(kubeconfig).orElseThrow();
    var plain = PlainHelm.in(folder);
    var helm = new HelmProgram(HelmSettings.of(plain.binary(), folder.resolve("engine")));
    var calls = new Calls();
    try (var doors = TenantDoors.open(own);
        var catalogue = new Catalogue(plain, helm, addons);
        var writer =
            Clients.connect(
                access, ClientSettings.named("butler-bench").withCallTimeout(CALL_TIMEOUT));
        var client =
            Clients.connect(access, ClientSettings.named("butler-bench"), List.of(calls))) {
      OurKinds.install(writer);
      var estate = new Estate(writer, catalogue, tenants, addons);
      var before = System.nanoTime();
      estate.furnish(doors, helm);
      tell("%d are written after %.0f s".formatted(tenants * addons, since(before)));
      try (var staff = new Staff(client, own, helm)) {
        return new Run(doors, helm, calls, estate, staff, tenants, addons).measured();
      }
    }
  }

  private record Run(
      TenantDoors doors,
      HelmProgram helm,
      Calls calls,
      Estate estate,
      Staff staff,
      int tenants,
      int addons) {

    List<Figure> measured() throws IOException, InterruptedException {
      var begin = System.nanoTime();
      staff.start();
      staff.await("looked at", releases(), patience(), Run::settled);
      calls.awaitQuiet();
      tell(
          "all are looked at after %.0f s: %d calls of tenants, %d watches, %d calls of the management cluster"
              .formatted(since(begin), doors.calls(), doors.watches(), calls.all()));
      var figures = new ArrayList<Figure>();
      figures.addAll(rest());
      figures.add(diff());
      figures.add(heap());
      return figures;
    }

    private int releases() {
      return tenants * addons;
    }

    private Duration patience() {
      return LEAST_PATIENCE.plus(PATIENCE_EACH.multipliedBy(releases()));
    }

    private static boolean settled(TenantAddon addon) {
      var status = addon.getStatus();
      return status != null
          && status.phase() == Phase.INSTALLED
          && new Conditions(status.conditions()).holds("Synced")
          && new Conditions(status.conditions()).holds("Healthy");
    }

    private static boolean told(TenantAddon addon) {
      var status = addon.getStatus();
      var offer = status == null ? null : status.pendingUpgrade();
      return offer != null && offer.version().equals(Catalogue.SECOND) && !offer.hash().isEmpty();
    }

    private List<Figure> rest() {
      var time = releases() < 1_000 ? LONGEST_REST.dividedBy(6) : LONGEST_REST;
      var asked = doors.calls();
      var reads = calls.reads();
      var writes = calls.writes();
      var machine =
          (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      System.gc();
      var used = machine.getProcessCpuTime();
      var begin = System.nanoTime();
      while (System.nanoTime() - begin < time.toNanos()) {
        LockSupport.parkNanos(time.toNanos() - (System.nanoTime() - begin));
      }
      var percent = 100.0 * (machine.getProcessCpuTime() - used) / (System.nanoTime() - begin);
      var wrote = calls.writes() - writes;
      var detail =
          "%s; %d s; %d calls of tenants, %d reads of the management cluster; the doors of the simulated tenants are in the same process; load %.1f"
              .formatted(
                  fleet(), time.toSeconds(), doors.calls() - asked, calls.reads() - reads, load());
      return List.of(
          new Figure(
              "processor of settled addons",
              percent,
              "% of one core",
              "at most 2 %",
              MOST_PERCENT,
              percent <= MOST_PERCENT,
              detail),
          new Figure("writes of settled addons", wrote, "", "none", 0, wrote == 0, detail));
    }

    /** From the change of the catalog until each addon tells what it would change. */
    private Figure diff() {
      var asked = doors.calls();
      var reads = calls.reads();
      var writes = calls.writes();
      var renders = helm.renders();
      var begin = System.nanoTime();
      estate.offer();
      staff.await("an offer is told", releases(), patience(), Run::told);
      var seconds = since(begin);
      var rendered = helm.renders().since(renders);
      return new Figure(
          "what a new catalog would change",
          seconds,
          "s",
          "at most 60 s for all",
          MOST_SECONDS,
          seconds <= MOST_SECONDS,
          "%s; %d renders by %d processes, %d known; %d calls of tenants, %d reads and %d writes of the management cluster; load %.1f"
              .formatted(
                  fleet(),
                  rendered.rendered(),
                  rendered.processes(),
                  rendered.answered(),
                  doors.calls() - asked,
                  calls.reads() - reads,
                  calls.writes() - writes,
                  load()));
    }

    private Figure heap() throws IOException {
      var self = ProcessHandle.current().pid();
      return new Figure(
          "heap with all of them",
          Heap.usedAfterGc(),
          "MiB",
          "printed",
          0,
          true,
          "live objects, the doors of the simulated tenants among them; %.1f MiB resident"
              .formatted(Memory.resident(self)));
    }

    private String fleet() {
      return "%d releases, %d simulated tenants with %d addons on one real API server"
          .formatted(releases(), tenants, addons);
    }
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static double since(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  private static void tell(String line) {
    System.err.println("releases: " + line);
  }
}
