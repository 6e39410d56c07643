package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Rollout;
import dev.butlerlabs.butler.tenants.objects.plan.Template;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.HashMap;
import java.util.HashSet;

/**
 * What becomes of pools that cannot be made as ordered. Of those whose image is not on the platform
 * one that is there keeps what its machines are made from, whatever was ordered since; one that is
 * not is not made yet. Neither is one whose workers could not join.
 *
 * @param made the order without pools that cannot be made yet
 * @param drawn the order without all pools whose image is awaited
 * @param rollout with those that keep their template
 */
record Pools(Order made, Order drawn, Rollout rollout) {

  static Pools of(Order order, Rollout rollout, Live live) {
    var unmade = new HashSet<String>();
    var held = new HashMap<String, Template>(rollout.held());
    for (var pool : order.awaited().keySet()) {
      var there = live.deployment(PoolObjects.nameOf(order, pool));
      if (there.isPresent()) {
        held.put(pool, there.get().template());
      } else {
        unmade.add(pool);
      }
    }
    order.pools().stream()
        .filter(pool -> Slumber.unborn(order, pool, live))
        .forEach(pool -> unmade.add(pool.name()));
    return new Pools(
        order.without(unmade),
        order.without(order.awaited().keySet()),
        new Rollout(rollout.planeVersion(), rollout.workersVersion(), held));
  }
}
