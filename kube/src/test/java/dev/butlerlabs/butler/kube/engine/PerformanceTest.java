package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.kube.engine.Urgency.CHANGED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.Outcome;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class PerformanceTest {

  private final ControllerHarness harness = ControllerHarness.working();

  @Test
  void everyLogLineOfARunCarriesControllerKeyAndRun() throws InterruptedException {
    Map<String, String> seen = new ConcurrentHashMap<>();
    harness.offer("a/1", CHANGED);
    var run = harness.next();
    run.answer(
        _ -> {
          seen.putAll(MDC.getCopyOfContextMap());
          return Outcome.settled();
        });
    ControllerHarness.await(() -> harness.controller.running() == 0);

    assertThat(seen)
        .isEqualTo(
            Map.of("controller", "test", "key", "a/1", "reconcileId", run.context.reconcileId()));
  }

  @Test
  void whatTheServerSaidBecomesTheReason() throws InterruptedException {
    var reasons = new HashMap<Integer, String>();
    reasons.put(0, "Unreachable");
    reasons.put(403, "Forbidden");
    reasons.put(409, "Conflict");
    reasons.put(422, "Invalid");
    reasons.put(503, "ServerError");
    for (var each : reasons.entrySet()) {
      harness.offer("code" + each.getKey() + "/x", CHANGED);
      harness
          .next()
          .answer(
              _ -> {
                throw new KubernetesClientException("no", each.getKey(), null);
              });
      ControllerHarness.await(() -> failures(each.getValue()) == 1);
    }
  }

  @Test
  void errorsInAReconcilerLoseNoKey() throws InterruptedException {
    harness.offer("a/1", CHANGED);
    harness
        .next()
        .answer(
            _ -> {
              throw new StackOverflowError();
            });
    ControllerHarness.await(() -> failures("UnexpectedError") == 1);
    ControllerHarness.await(() -> harness.controller.running() == 0);

    harness.timeline.advance(Duration.ofSeconds(1));

    assertThat(harness.next().key()).isEqualTo("a/1");
    assertThat(harness.meters.get("butler.controller.retries").counter().count()).isEqualTo(1);
  }

  @Test
  void waitingTimeIsMeasuredOnTheTimeline() throws InterruptedException {
    var idle =
        new ControllerHarness(
            ControllerSettings.DEFAULT.withWorkers(4, 2).withBackoff(ControllerHarness.BACKOFF));
    idle.offer("a/1", CHANGED);
    assertThat(idle.meters.get("butler.controller.queue.depth").gauge().value()).isEqualTo(1);

    idle.timeline.advance(Duration.ofSeconds(7));
    idle.controller.open();
    idle.controller.lead(true);
    idle.next();

    var waited = idle.meters.get("butler.controller.wait").timer();
    assertThat(waited.totalTime(TimeUnit.SECONDS)).isEqualTo(7);
  }

  @Test
  void figuresAreLabelledByControllerAndReasonOnly() throws InterruptedException {
    harness.offer("a/1", CHANGED);
    harness.end(harness.next(), Outcome.settled());

    assertThat(harness.meters.getMeters())
        .extracting(Meter::getId)
        .flatExtracting(Meter.Id::getTags)
        .extracting(Tag::getKey)
        .containsOnly("controller", "outcome", "reason");
  }

  @Test
  void figuresHaveTheNamesTheContractSays() {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var metrics = new ControllerMetrics(registry, "test");
    metrics.watch(() -> 3, () -> 1);
    metrics.started(Duration.ofSeconds(2), 1);
    metrics.finished(Duration.ofSeconds(1), Outcome.settled());
    metrics.finished(
        Duration.ofSeconds(1), Outcome.failed("Conflict", new Problem("", "taken", "")));

    assertThat(registry.scrape().lines().map(line -> line.split("[{ ]", 2)[0]))
        .contains(
            "butler_controller_queue_depth",
            "butler_controller_running",
            "butler_controller_wait_seconds_sum",
            "butler_controller_reconcile_seconds_count",
            "butler_controller_retries_total",
            "butler_controller_outcomes_total");
  }

  private double failures(String reason) {
    var counter = harness.meters.find("butler.controller.outcomes").tag("reason", reason).counter();
    return counter == null ? 0 : counter.count();
  }
}
