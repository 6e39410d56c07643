package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Observation;
import dev.butlerlabs.butler.steward.plane.plan.Order;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Has everything made that plans order, until they order nothing more. */
final class KeyMaking {

  /** Roots, leaves, the two steps of a rotation: more rounds than these mean a bug. */
  private static final int ROUNDS = 8;

  private final Tools tools;
  private final TenantControlPlane plane;
  private final Storage.Tenancy tenancy;

  KeyMaking(Tools tools, TenantControlPlane plane, Storage.Tenancy tenancy) {
    this.tools = tools;
    this.plane = plane;
    this.tenancy = tenancy;
  }

  /** The cache may not have what an earlier run stored; keys must not be made twice for that. */
  List<Secret> stored() {
    var key = tenancy.plane();
    return tools
        .client()
        .secrets()
        .inNamespace(key.namespace())
        .withLabels(Map.of(Marks.PROJECT, Marks.STEWARD, Marks.NAME, key.name()))
        .list()
        .getItems()
        .stream()
        .filter(secret -> Sight.owned(secret, plane))
        .toList();
  }

  /** Makes all keys that can be had now. */
  void complete(Planning planning) {
    for (var round = 0; round < ROUNDS; round++) {
      var orders = planning.orders();
      if (orders.isEmpty()) {
        return;
      }
      planning.sees(login(orders, make(orders, planning.seen())));
    }
    throw new IllegalStateException("the keys of %s never suffice".formatted(tenancy.plane()));
  }

  /** All at once: each takes a core for a moment and none needs another. */
  private Observation make(List<Order> orders, Observation seen) {
    var minter = new Minter(tools.random());
    var made = new ConcurrentHashMap<Part, Keys>();
    orders.parallelStream()
        .filter(order -> !(order instanceof Order.StoreLogin))
        .forEach(order -> made.put(order.part(), minter.make(order, seen)));
    var all = new EnumMap<Part, Keys>(Part.class);
    all.putAll(made);
    return seen.with(all);
  }

  private Observation login(List<Order> orders, Observation seen) {
    if (orders.stream().noneMatch(Order.StoreLogin.class::isInstance)) {
      return seen;
    }
    return switch (tools.storage().login(tenancy, seen.now())) {
      case Storage.Login.Made(var files) ->
          seen.with(Map.of(Part.DATA_STORE, Minter.replacing(Part.DATA_STORE, seen, files)));
      case Storage.Login.Awaited(var cause, var askAgain) ->
          seen.with(new Room.Awaited(cause, askAgain));
    };
  }
}
