package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.ipam.demand.plan.CapacityPlan;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** The capacity of each infrastructure as figures, which go when it goes. */
final class CapacityGauges {

  private final MeterRegistry meters;
  private final Map<ObjectKey, Told> told = new HashMap<>();

  private record Told(AtomicReference<CapacityPlan> latest, List<Meter> gauges) {}

  CapacityGauges(MeterRegistry meters) {
    this.meters = meters;
  }

  synchronized void tell(ObjectKey provider, CapacityPlan plan) {
    told.computeIfAbsent(provider, this::register).latest().set(plan);
  }

  synchronized void forget(ObjectKey provider) {
    var gone = told.remove(provider);
    if (gone != null) {
      gone.gauges().forEach(meters::remove);
    }
  }

  private Told register(ObjectKey provider) {
    var latest = new AtomicReference<>(new CapacityPlan(0, 0));
    var available =
        Gauge.builder("butler_provider_config_available_ips", () -> latest.get().availableIPs())
            .description("Free addresses over all pools of an infrastructure")
            .tag("namespace", provider.namespace())
            .tag("name", provider.name())
            .register(meters);
    var tenants =
        Gauge.builder(
                "butler_provider_config_estimated_tenants", () -> latest.get().estimatedTenants())
            .description("How many more clusters of the usual size they would serve")
            .tag("namespace", provider.namespace())
            .tag("name", provider.name())
            .register(meters);
    return new Told(latest, List.of(available, tenants));
  }
}
