package dev.butlerlabs.butler.kube.tenant;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;

/** What can be seen of the pool from outside. Never by tenant: there are thousands of them. */
final class PoolMetrics {

  private final Counter answered;
  private final Counter silent;
  private final Counter turnedAway;
  private final Counter connected;
  private final Timer duration;

  PoolMetrics(MeterRegistry registry, Collection<Line> lines) {
    answered = calls(registry, "answered");
    silent = calls(registry, "silent");
    turnedAway = calls(registry, "turned-away");
    connected =
        Counter.builder("butler_tenant_clients_connected")
            .description("Clients made for tenants, anew after each rotation of credentials")
            .register(registry);
    duration =
        Timer.builder("butler_tenant_calls_duration")
            .description("How long pieces of work at tenants took")
            .register(registry);
    Gauge.builder("butler_tenant_clients_open", lines, all -> count(all, false))
        .description("Tenants with an open client")
        .register(registry);
    Gauge.builder("butler_tenant_circuits_open", lines, all -> count(all, true))
        .description("Tenants left alone because they did not answer")
        .register(registry);
  }

  void ended(boolean wasAnswered) {
    (wasAnswered ? answered : silent).increment();
  }

  void turnedAway() {
    turnedAway.increment();
  }

  void connected() {
    connected.increment();
  }

  void took(Duration time) {
    duration.record(time);
  }

  private static double count(Collection<Line> lines, boolean resting) {
    return lines.stream()
        .filter(line -> resting ? line.circuit().open() : line.hasClient())
        .count();
  }

  private static Counter calls(MeterRegistry registry, String outcome) {
    return Counter.builder("butler_tenant_calls")
        .description("Pieces of work at tenants, by what came of them")
        .tag("outcome", outcome)
        .register(registry);
  }
}
