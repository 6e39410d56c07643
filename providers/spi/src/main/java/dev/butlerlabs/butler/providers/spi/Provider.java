package dev.butlerlabs.butler.providers.spi;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.providers.spi.fault.Fault;

/** One platform Butler can build on. Made once in {@code apps}, which hands it what it needs. */
public interface Provider {

  ProviderType type();

  /** Makes a driver for one account. Reads settings and credentials; calls nobody. */
  Opening open(Account account);

  /** A driver, or why there can be none. */
  sealed interface Opening {

    record Opened(Driver driver) implements Opening {}

    /** A setting or a credential is missing or cannot be read. */
    record Refused(Fault fault) implements Opening {}
  }
}
