package dev.butlerlabs.butler.providers.machines.config;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.providers.machines.account.Kinds;
import dev.butlerlabs.butler.providers.machines.account.Orders;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Who needs a ProviderConfig: orders that somebody has begun with. */
final class Users {

  private static final String OURS = "butler.butlerlabs.dev/";
  private static final int NAMED = 3;

  private final Kinds kinds;

  Users(Kinds kinds) {
    this.kinds = kinds;
  }

  /** In words, a few of each kind by name; empty when nobody does. */
  String of(ObjectKey config, Cache cache) {
    return kinds.orders().stream()
        .map(orders -> some(orders, config, cache))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static <T extends HasMetadata> String some(
      Orders<T> orders, ObjectKey config, Cache cache) {
    var names =
        orders.naming(config, cache).stream()
            .filter(Users::begun)
            .map(order -> Kinds.keyOf(order).toString())
            .sorted()
            .toList();
    return names.isEmpty()
        ? ""
        : "%d %s (%s%s)"
            .formatted(
                names.size(),
                orders.kind().coordinates().plural(),
                String.join(", ", names.subList(0, Math.min(NAMED, names.size()))),
                names.size() > NAMED ? " …" : "");
  }

  private static boolean begun(HasMetadata order) {
    return order.getMetadata().getFinalizers().stream().anyMatch(one -> one.contains(OURS));
  }

  /** A ProviderConfig that is to go hears of every change of those it waits for. */
  <T extends HasMetadata> Collection<ObjectKey> waiting(Orders<T> orders, T order, Cache cache) {
    return orders
        .configOf()
        .apply(order)
        .filter(
            config ->
                cache
                    .find(kinds.configs(), config)
                    .filter(HasMetadata::isMarkedForDeletion)
                    .isPresent())
        .map(List::of)
        .orElse(List.of());
  }

  /** All that name the ProviderConfig are looked at: its account has changed. */
  void tell(ObjectKey config, Cache cache) {
    kinds.orders().forEach(orders -> orders.tell(config, cache));
  }
}
