package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.kernel.Cause;
import java.time.Duration;
import java.util.List;

/** What is known of a tenant's place in its DataStore. */
public sealed interface Room {

  /**
   * It can be used.
   *
   * @param dataStore name of the DataStore
   * @param endpoints where the store is reached, each host:port
   * @param authority certificates, PEM, by which the store is known and clients are signed
   * @param overBudget whether the tenant keeps more than the DataStore allows one
   */
  record Ready(
      String dataStore, Driver driver, List<String> endpoints, String authority, boolean overBudget)
      implements Room {
    public Ready {
      endpoints = List.copyOf(endpoints);
    }

    /** The place of a tenant that keeps no more than it may. */
    public Ready(String dataStore, Driver driver, List<String> endpoints, String authority) {
      this(dataStore, driver, endpoints, authority, false);
    }
  }

  /**
   * It cannot be used yet.
   *
   * @param askAgain after so long, since a store that answers again tells nobody
   */
  record Awaited(Cause cause, Duration askAgain) implements Room {}
}
