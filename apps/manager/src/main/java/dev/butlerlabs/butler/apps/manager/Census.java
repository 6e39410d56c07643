package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.catalog.Kinds;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/**
 * Counts the objects of every kind of ours, for the metrics. It changes nothing; what it watches is
 * shared with every feature that looks at the same kinds.
 */
final class Census implements Reconciler<ButlerConfig> {

  private final List<? extends Kind<?>> kinds = Kinds.all().stream().map(Census::kind).toList();

  private static Kind<?> kind(Class<? extends Resource<?, ?>> type) {
    return Kind.of(type);
  }

  Watches<ButlerConfig> watches() {
    var watches = Watches.on(ButlerConfig.class);
    for (var kind : kinds) {
      if (kind.type() != ButlerConfig.class) {
        watches = watches.reading(kind);
      }
    }
    return watches;
  }

  void publish(Cache cache, MeterRegistry meters) {
    for (var kind : kinds) {
      Gauge.builder("butler_objects", () -> cache.list(kind).size())
          .description("Objects of a kind that this process has seen")
          .tag("kind", kind.coordinates().kind())
          .register(meters);
    }
  }

  @Override
  public Outcome reconcile(ButlerConfig config, Context context) {
    return Outcome.settled();
  }
}
