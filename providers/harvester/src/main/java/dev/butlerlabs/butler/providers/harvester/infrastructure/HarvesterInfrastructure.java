package dev.butlerlabs.butler.providers.harvester.infrastructure;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawer;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.Sketch;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.Map;

/** Draws workers for the Cluster API provider that the ProviderConfig chooses. */
public final class HarvesterInfrastructure implements Infrastructure {

  @Override
  public ProviderType provider() {
    return ProviderType.HARVESTER;
  }

  @Override
  public Drawing draw(WorkerOrder order) {
    var settings = order.platform().harvester();
    if (settings == null) {
      return Drawing.Refused.withoutSection("harvester");
    }
    var problems = new Problems();
    var place = Place.of(order, settings, problems);
    var kubeconfig = Kubeconfig.of(order, problems);
    return switch (settings.effectiveWorkerProvider()) {
      case KUBEVIRT ->
          problems.or(
              () -> KubevirtObjects.draw(order, place, kubeconfig, sketch(order, kubeconfig)));
      case HARVESTER -> {
        NativeObjects.check(settings, problems);
        yield problems.or(
            () ->
                NativeObjects.draw(order, settings, place, kubeconfig, sketch(order, kubeconfig)));
      }
    };
  }

  private static Sketch sketch(WorkerOrder order, Kubeconfig kubeconfig) {
    var sketch = new Sketch();
    if (kubeconfig.copied()) {
      sketch.add(
          new Drawer(order)
              .secret(
                  kubeconfig.namespace(),
                  kubeconfig.name(),
                  Map.of("kubeconfig", kubeconfig.content())));
    }
    return sketch;
  }
}
