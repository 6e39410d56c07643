package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.objects.plan.Numbers;
import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import dev.butlerlabs.butler.tenants.schedule.plan.Rest;
import java.util.stream.Collectors;

/**
 * Falling asleep and waking, worked out from what is there: workers go first, since machines are
 * drained through the control plane, and come last, since they join through it.
 */
final class Slumber {

  private Slumber() {}

  static Numbers numbers(Order order, Live live, boolean asleep) {
    return new Numbers(
        asleep && emptied(live) ? Integer.valueOf(0) : order.plane().replicas(),
        order.pools().stream()
            .collect(
                Collectors.toMap(
                    Pool::name,
                    pool -> asleep || waking(order, pool, live) ? 0 : pool.replicas())));
  }

  /** No machine is left, and none is on its way. */
  static boolean emptied(Live live) {
    return live.machines().isEmpty()
        && live.deployments().stream()
            .allMatch(one -> one.current() && one.wanted() == 0 && one.replicas() == 0);
  }

  /** Everything rests. */
  static boolean asleep(Live live) {
    return emptied(live) && live.seenPlane().filter(plane -> !plane.stopped()).isEmpty();
  }

  static Cause told(Rest rest, Live live) {
    if (asleep(live)) {
      return new Cause(
          "Sleeping",
          "the cluster sleeps: " + rest.why(),
          rest.until().map(moment -> "Butler wakes it at " + moment).orElse(""),
          "Set spec.sleep.asleep to false to wake it");
    }
    var left =
        live.machines().isEmpty()
            ? "the control plane is being stopped"
            : "%d machines are still there".formatted(live.machines().size());
    return new Cause(
        "FallingAsleep",
        "the cluster falls asleep, and " + left,
        "Butler takes the workers away first, then stops the control plane",
        "");
  }

  /** Workers that were sent away wait until the control plane serves again. */
  private static boolean waking(Order order, Pool pool, Live live) {
    return live.seenPlane().filter(plane -> plane.initialized() && !plane.available()).isPresent()
        && live.deployment(PoolObjects.nameOf(order, pool.name()))
            .filter(one -> one.wanted() == 0)
            .isPresent();
  }
}
