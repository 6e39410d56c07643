package dev.butlerlabs.butler.bench.fleet;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.hosted.CallLog;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** What a fleet costs while nothing happens. */
final class Settled {

  private static final double MOST_PERCENT = 2;
  private static final String OURS = "butlerlabs.dev/";

  private Settled() {}

  static List<Figure> measured(Grounds grounds, CallLog log, int clusters) {
    var manager = ProcessHandle.of(grounds.site().pid(Site.MANAGER)).orElseThrow();
    var time = Duration.ofSeconds(Math.clamp(clusters, 10, 60));
    var calls = log.ours();
    var others = log.writesOfOthers();
    var since = version(grounds.client());
    var used = processor(manager);
    var begin = System.nanoTime();
    while (System.nanoTime() - begin < time.toNanos()) {
      LockSupport.parkNanos(time.toNanos() - (System.nanoTime() - begin));
    }
    var percent = 100.0 * processor(manager).minus(used).toNanos() / (System.nanoTime() - begin);
    var asked = log.ours().since(calls);
    var wrote = asked.writes() + events(grounds.client(), since);
    var detail =
        "%d clusters, %d s; %d reads; %d writes of others but leases"
            .formatted(clusters, time.toSeconds(), asked.reads(), log.writesOfOthers() - others);
    return List.of(
        new Figure(
            "processor of a settled fleet",
            percent,
            "% of one core",
            "at most 2 %",
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

  private static long version(KubernetesClient client) {
    var one = new ListOptionsBuilder().withLimit(1L).build();
    var listed = client.v1().events().inAnyNamespace().list(one);
    return Long.parseLong(listed.getMetadata().getResourceVersion());
  }

  /** How many Events of ours were written after that version of the store. */
  private static long events(KubernetesClient client, long version) {
    return client.resources(Event.class).inAnyNamespace().list().getItems().stream()
        .filter(event -> String.valueOf(event.getReportingController()).startsWith(OURS))
        .filter(event -> Long.parseLong(event.getMetadata().getResourceVersion()) > version)
        .count();
  }
}
