package dev.butlerlabs.butler.providers.machines.account;

import dev.butlerlabs.butler.api.ProviderRef;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Trigger;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One kind of order: its objects, which ProviderConfig each names, and how they hear of it.
 *
 * @param configOf empty for an order without a spec
 * @param news fired when an answer for an order waits, or its account has changed
 */
public record Orders<T extends HasMetadata>(
    Kind<T> kind, Index<T> byConfig, Function<T, Optional<ObjectKey>> configOf, Trigger news) {

  /**
   * Orders that name their ProviderConfig, in their own namespace unless they say otherwise.
   *
   * @param namespace the only one to look at, or empty for all
   */
  static <T extends HasMetadata> Orders<T> of(
      Class<T> type, String namespace, Function<T, Optional<ProviderRef>> ref) {
    var kind = Kind.of(type).in(namespace);
    Function<T, Optional<ObjectKey>> configOf =
        order -> ref.apply(order).map(named -> key(named, order.getMetadata().getNamespace()));
    var index =
        new Index<>(
            kind,
            "provider-config",
            order -> configOf.apply(order).map(ObjectKey::toString).stream().toList());
    return new Orders<>(kind, index, configOf, new Trigger());
  }

  private static ObjectKey key(ProviderRef ref, String home) {
    var namespace = ref.namespace() == null || ref.namespace().isEmpty() ? home : ref.namespace();
    return new ObjectKey(namespace, ref.name());
  }

  /** All that name the ProviderConfig. */
  public List<T> naming(ObjectKey config, Cache cache) {
    return cache.list(byConfig, config.toString());
  }

  /** Has all that name the ProviderConfig looked at. */
  public void tell(ObjectKey config, Cache cache) {
    naming(config, cache).stream().map(Kinds::keyOf).forEach(news::fire);
  }
}
