package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Provider;
import java.util.Objects;

/** Two platforms; the endpoint says which one is meant. */
record TwoPlatforms(InMemoryPlatform first, InMemoryPlatform other) implements Provider {

  static TwoPlatforms of(Ware ware) {
    var other = new InMemoryPlatform();
    other.machinesOnly = false;
    return new TwoPlatforms(ware.platform(), other);
  }

  /** Both endpoints lead to the same one. */
  TwoPlatforms asOne() {
    return new TwoPlatforms(first, first);
  }

  @Override
  public ProviderType type() {
    return first.type();
  }

  @Override
  public Opening open(Account account) {
    var endpoint = Objects.requireNonNull(account.spec().proxmox()).endpoint();
    return (endpoint.equals(Places.ELSEWHERE) ? other : first).open(account);
  }
}
