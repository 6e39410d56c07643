package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
import dev.butlerlabs.butler.tenants.objects.plan.Numbers;
import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import dev.butlerlabs.butler.tenants.schedule.plan.Rest;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How many of everything there may be, worked out from what is there. Workers come last, since they
 * join through the control plane; and when the cluster falls asleep they go first, since they are
 * drained through it.
 */
final class Slumber {

  private Slumber() {}

  static Numbers numbers(Order order, Live live, boolean asleep) {
    return new Numbers(
        asleep && emptied(live) ? Integer.valueOf(0) : order.plane().replicas(),
        order.pools().stream()
            .flatMap(
                pool -> number(order, pool, live, asleep).map(one -> Map.entry(pool, one)).stream())
            .collect(Collectors.toMap(one -> one.getKey().name(), Map.Entry::getValue)),
        order.pools().stream()
            .filter(pool -> pool.bounds().isPresent() && wanted(order, pool, live) > 0)
            .collect(
                Collectors.toMap(
                    Pool::name,
                    pool -> pool.bounds().orElseThrow().nearest(wanted(order, pool, live)))));
  }

  /**
   * Where an autoscaler chooses, the number is said when there are no workers yet, and when it is
   * outside of the bounds: these may have changed, and nobody else has to bring it back.
   */
  private static Optional<Integer> number(Order order, Pool pool, Live live, boolean asleep) {
    if (asleep || waits(order, pool, live)) {
      return Optional.of(0);
    }
    if (pool.bounds().isEmpty()) {
      return Optional.of(pool.replicas());
    }
    var there = wanted(order, pool, live);
    return Optional.of(pool.bounds().get().nearest(there == 0 ? pool.replicas() : there))
        .filter(number -> there == 0 || number != there);
  }

  private static int wanted(Order order, Pool pool, Live live) {
    return live.deployment(PoolObjects.nameOf(order, pool.name()))
        .map(DeploymentView::wanted)
        .orElse(0);
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
            : "machines are still there (%d)".formatted(live.machines().size());
    return new Cause(
        "FallingAsleep",
        "the cluster falls asleep, and " + left,
        "Butler takes the workers away first, and waits ten minutes for pods on them that may not"
            + " be evicted; then it stops the control plane",
        "");
  }

  /** Why machines are still there, if it is known. */
  static Found held(Cause awaited, Found found) {
    var why = found.cause();
    return new Found(
        new Cause(
            why.reason(),
            awaited.what() + ": " + why.what(),
            awaited.butlerDoes(),
            why.youCan().isEmpty() ? awaited.youCan() : why.youCan()),
        found.since(),
        found.amiss());
  }

  /** It is not there, and its workers would wait: Cluster API need not look after it yet. */
  static boolean unborn(Order order, Pool pool, Live live) {
    return live.deployment(PoolObjects.nameOf(order, pool.name())).isEmpty() && !joinable(live);
  }

  /**
   * Workers that are made for the first time, or again, wait until the control plane serves and
   * Cluster API knows it: what it finds too early it looks at again after half a minute.
   */
  private static boolean waits(Order order, Pool pool, Live live) {
    return wanted(order, pool, live) == 0 && !joinable(live);
  }

  private static boolean joinable(Live live) {
    return live.seenCluster()
            .filter(cluster -> cluster.conditions().holds("ControlPlaneInitialized"))
            .isPresent()
        && live.seenPlane().filter(plane -> !plane.available()).isEmpty();
  }
}
