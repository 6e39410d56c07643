package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import dev.butlerlabs.butler.tenants.objects.plan.Bootstrap;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Numbers;
import dev.butlerlabs.butler.tenants.objects.plan.Rollout;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.List;

/** The objects of a cluster, drawn from all that they follow from and nothing else. */
public sealed interface Sketch {

  /** These objects make the cluster; the platform does not do the gaps. */
  record Drawn(ClusterObjects objects, List<Gap> gaps) implements Sketch {

    public Drawn {
      gaps = List.copyOf(gaps);
    }
  }

  /** Somebody has to put the order or the ProviderConfig right. */
  record Refused(List<Problem> problems) implements Sketch {

    public Refused {
      problems = List.copyOf(problems);
    }
  }

  /**
   * What a sketch follows from; two that are equal have equal sketches.
   *
   * @param order without pools that are not made yet
   */
  record Basis(
      Infrastructure platform,
      WorkerOrder workers,
      Order order,
      Rollout rollout,
      Numbers numbers) {}

  /** Draws. */
  static Sketch of(Basis basis) {
    return switch (basis.platform().draw(basis.workers())) {
      case Drawing.Refused(var problems) -> new Refused(problems);
      case Drawing.Drawn drawn -> of(basis, drawn);
    };
  }

  private static Sketch of(Basis basis, Drawing.Drawn drawn) {
    var problems =
        basis.workers().pools().stream()
            .flatMap(pool -> Bootstrap.problem(pool, drawn.nodes()).stream())
            .toList();
    if (!problems.isEmpty()) {
      return new Refused(problems);
    }
    return new Drawn(
        ClusterObjects.of(
            basis.order(),
            basis.workers().namespace(),
            drawn,
            basis.rollout(),
            basis.numbers(),
            !basis.platform().simulated()),
        drawn.gaps());
  }
}
