package dev.butlerlabs.butler.providers.machines.machine;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.providers.machines.account.Accounts;
import dev.butlerlabs.butler.providers.machines.account.Kinds;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Whether a request is ours to touch: the first question, asked before anything is written. */
final class Whose {

  private final Kinds kinds;
  private final Accounts accounts;

  /** Whose a request is. */
  sealed interface Claim {

    /** Of a platform that is not served here. Nothing is written, ever. */
    record Foreign() implements Claim {}

    /** Nobody can say: its ProviderConfig does not exist, and no platform has begun with it. */
    record Nobodys(ObjectKey config) implements Claim {}

    /**
     * Of a platform that is served here.
     *
     * @param configExists false when it was removed after we had begun
     */
    record Ours(ObjectKey config, String finalizer, boolean configExists) implements Claim {}
  }

  Whose(Kinds kinds, Accounts accounts) {
    this.kinds = kinds;
    this.accounts = accounts;
  }

  Claim of(MachineRequest request, Cache cache) {
    if (request.getSpec() == null) {
      return new Claim.Foreign();
    }
    var key = Kinds.configOf(request);
    var config = cache.find(kinds.configs(), key);
    return config.isPresent() ? byConfig(key, config.get()) : byFinalizer(key, request);
  }

  private Claim byConfig(ObjectKey key, ProviderConfig config) {
    return Optional.ofNullable(config.getSpec())
        .flatMap(ProviderConfigSpec::effectiveProvider)
        .filter(accounts::serves)
        .<Claim>map(type -> new Claim.Ours(key, finalizer(type), true))
        .orElseGet(Claim.Foreign::new);
  }

  /** The finalizer tells who began with it. */
  private Claim byFinalizer(ObjectKey key, MachineRequest request) {
    var begun =
        Arrays.stream(ProviderType.values())
            .filter(type -> request.hasFinalizer(finalizer(type)))
            .findFirst();
    if (begun.isEmpty()) {
      return new Claim.Nobodys(key);
    }
    return accounts.serves(begun.get())
        ? new Claim.Ours(key, finalizer(begun.get()), false)
        : new Claim.Foreign();
  }

  static String finalizer(ProviderType type) {
    return Finalizers.machineRequest(type.name().toLowerCase(Locale.ROOT));
  }
}
