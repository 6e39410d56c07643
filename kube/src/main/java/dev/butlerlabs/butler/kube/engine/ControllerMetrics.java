package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kube.Outcome;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;

/** The figures of one controller. Labelled by its name and by reasons out of a fixed few only. */
final class ControllerMetrics {

  private static final String CONTROLLER = "controller";

  private final MeterRegistry registry;
  private final String name;
  private final Timer waited;
  private final Timer worked;

  ControllerMetrics(MeterRegistry registry, String name) {
    this.registry = registry;
    this.name = name;
    this.waited = registry.timer("butler.controller.wait", CONTROLLER, name);
    this.worked = registry.timer("butler.controller.reconcile", CONTROLLER, name);
  }

  void watch(Supplier<Number> waiting, Supplier<Number> running) {
    Gauge.builder("butler.controller.queue.depth", waiting)
        .tag(CONTROLLER, name)
        .register(registry);
    Gauge.builder("butler.controller.running", running).tag(CONTROLLER, name).register(registry);
  }

  void started(Duration wait, int failures) {
    waited.record(wait);
    if (failures > 0) {
      registry.counter("butler.controller.retries", CONTROLLER, name).increment();
    }
  }

  void finished(Duration work, Outcome outcome) {
    worked.record(work);
    switch (outcome) {
      case Outcome.Settled _ -> count("settled", "");
      case Outcome.LookAgain _ -> count("lookAgain", "");
      case Outcome.Failed(var reason, _) -> count("failed", reason);
    }
  }

  void cutOff() {
    count("cutOff", "");
  }

  private void count(String outcome, String reason) {
    registry
        .counter(
            "butler.controller.outcomes", CONTROLLER, name, "outcome", outcome, "reason", reason)
        .increment();
  }
}
