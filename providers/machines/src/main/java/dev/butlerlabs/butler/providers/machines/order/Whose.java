package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.providers.machines.account.Accounts;
import dev.butlerlabs.butler.providers.machines.account.Orders;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Whether an order is ours to touch: the first question, asked before anything is written. */
final class Whose<T extends HasMetadata> {

  private final Orders<T> orders;
  private final Kind<ProviderConfig> configs;
  private final Accounts accounts;
  private final Function<ProviderType, List<String>> finalizers;

  /** Whose an order is. */
  sealed interface Claim {

    /** Of a platform that is not served here. Nothing is written, ever. */
    record Foreign() implements Claim {}

    /** Nobody can begin with it, and nobody has. */
    record Nobodys(String why) implements Claim {}

    /**
     * Of a platform that is served here.
     *
     * @param configExists false when it was removed after we had begun
     */
    record Ours(ObjectKey config, List<String> finalizers, boolean configExists) implements Claim {}
  }

  Whose(
      Orders<T> orders,
      Kind<ProviderConfig> configs,
      Accounts accounts,
      Function<ProviderType, List<String>> finalizers) {
    this.orders = orders;
    this.configs = configs;
    this.accounts = accounts;
    this.finalizers = finalizers;
  }

  Claim of(T order, Cache cache) {
    var key = orders.configOf().apply(order);
    if (key.isEmpty()) {
      return new Claim.Foreign();
    }
    var config = cache.find(configs, key.get());
    return config.isPresent()
        ? byConfig(key.get(), config.get(), order)
        : byFinalizer(key.get(), order);
  }

  private Claim byConfig(ObjectKey key, ProviderConfig config, T order) {
    var type =
        Optional.ofNullable(config.getSpec())
            .flatMap(ProviderConfigSpec::effectiveProvider)
            .filter(accounts::serves);
    if (type.isEmpty()) {
      return new Claim.Foreign();
    }
    var holding = finalizers.apply(type.get());
    return config.isMarkedForDeletion() && holding.stream().noneMatch(order::hasFinalizer)
        ? new Claim.Nobodys("ProviderConfig %s is being deleted; name another".formatted(key))
        : new Claim.Ours(key, holding, true);
  }

  /** The finalizer tells who began with it. */
  private Claim byFinalizer(ObjectKey key, T order) {
    var begun =
        Arrays.stream(ProviderType.values())
            .filter(type -> finalizers.apply(type).stream().anyMatch(order::hasFinalizer))
            .toList();
    if (begun.isEmpty()) {
      return new Claim.Nobodys(
          "ProviderConfig %s does not exist; create it, or delete this order".formatted(key));
    }
    return begun.stream()
        .filter(accounts::serves)
        .findFirst()
        .<Claim>map(type -> new Claim.Ours(key, finalizers.apply(type), false))
        .orElseGet(Claim.Foreign::new);
  }
}
