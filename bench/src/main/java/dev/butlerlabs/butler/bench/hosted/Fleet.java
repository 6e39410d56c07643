package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Figure;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * One measured fleet.
 *
 * @param log what the manager asks of the management cluster
 */
record Fleet(Stage stage, CallLog log, int orders) {

  private static final double MOST_CALLS = 40;
  private static final double MOST_PERCENT = 1;
  private static final String OURS = "butlerlabs.dev/";

  /** From the first order to when all are Ready and nothing more is written about them. */
  List<Figure> built(Orders desk) throws IOException, InterruptedException {
    var manager = stage.pid("manager");
    var before = Memory.liveHeap(manager);
    var calls = log.ours();
    Stage.tell(orders + " simulated orders at once");
    var took = desk.allReady("fleet", orders);
    Stage.tell("all are Ready after %d s; waiting for rest".formatted(took.toSeconds()));
    log.awaitRest(Duration.ofSeconds(Math.clamp(orders / 10, 5, 65)));
    var asked = log.ours().since(calls);
    Stage.tell("calls for each: " + log.kinds(orders));
    var resident = Memory.resident(manager);
    var heap = Memory.liveHeap(manager);
    var each = (double) asked.all() / orders;
    return List.of(
        told(
            "time for each of " + orders,
            took.toMillis() / (double) orders,
            "ms",
            "%d s for all; %s".formatted(took.toSeconds(), load())),
        told(
            "manager's memory",
            resident,
            "MiB resident",
            "%.1f MiB of live heap, %.1f before; %.0f KiB for each; %.1f MiB resident after that"
                .formatted(
                    heap, before, 1024 * (heap - before) / orders, Memory.resident(manager))),
        new Figure(
            "API calls for each",
            each,
            "",
            "at most 40",
            MOST_CALLS,
            each <= MOST_CALLS,
            "%d reads, %d writes by the audit log, and %.1f Events; leases apart"
                .formatted(asked.reads(), asked.writes(), (double) events(0) / orders)));
  }

  private static Figure told(String name, double value, String unit, String detail) {
    return new Figure(name, value, unit, "printed", 0, true, detail);
  }

  private static String load() {
    var machine = ManagementFactory.getOperatingSystemMXBean();
    return "load %.1f at its end".formatted(machine.getSystemLoadAverage());
  }

  /** What the fleet costs while nothing happens, for a minute. */
  List<Figure> atRest() throws IOException {
    var manager = ProcessHandle.of(stage.pid("manager")).orElseThrow();
    var time = Duration.ofSeconds(Math.clamp(orders, 10, 60));
    var calls = log.ours();
    var others = log.writesOfOthers();
    var since = version();
    var used = processor(manager);
    var begin = System.nanoTime();
    while (System.nanoTime() - begin < time.toNanos()) {
      LockSupport.parkNanos(time.toNanos() - (System.nanoTime() - begin));
    }
    var took = System.nanoTime() - begin;
    var percent = 100.0 * processor(manager).minus(used).toNanos() / took;
    var asked = log.ours().since(calls);
    var wrote = asked.writes() + events(since);
    var detail =
        "%d simulated control planes, %d s; %d reads; %d writes of others but leases; %s"
            .formatted(
                orders, time.toSeconds(), asked.reads(), log.writesOfOthers() - others, load());
    return List.of(
        new Figure(
            "processor of a settled fleet",
            percent,
            "% of one core",
            "at most 1 %",
            MOST_PERCENT,
            percent <= MOST_PERCENT,
            detail),
        new Figure(
            "writes of a settled fleet",
            wrote,
            "per " + time.toSeconds() + " s",
            "none but leases",
            0,
            wrote == 0,
            detail));
  }

  private static Duration processor(ProcessHandle process) {
    return process.info().totalCpuDuration().orElseThrow();
  }

  private long version() {
    var one = new ListOptionsBuilder().withLimit(1L).build();
    var listed = stage.client().v1().events().inAnyNamespace().list(one);
    return Long.parseLong(listed.getMetadata().getResourceVersion());
  }

  /** How many Events of ours were written after that version of the store. */
  private long events(long version) {
    return stage
        .client()
        .resources(Event.class)
        .inNamespace(Orders.NAMESPACE)
        .list()
        .getItems()
        .stream()
        .filter(event -> String.valueOf(event.getReportingController()).startsWith(OURS))
        .filter(event -> Long.parseLong(event.getMetadata().getResourceVersion()) > version)
        .count();
  }
}
