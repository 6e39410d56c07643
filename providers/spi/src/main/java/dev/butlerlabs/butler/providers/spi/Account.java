package dev.butlerlabs.butler.providers.spi;

import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;

/** Where a platform is and who we are there: a ProviderConfig and the content of its Secret. */
public record Account(ObjectKey config, ProviderConfigSpec spec, Credentials credentials) {

  @Override
  public String toString() {
    return "Account[" + config + "]";
  }
}
