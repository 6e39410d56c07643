package dev.butlerlabs.butler.steward.store.driver;

import dev.butlerlabs.butler.api.steward.DataStoreSpec;
import java.util.List;

/**
 * What a tenant's API server has to know to use its corner.
 *
 * @param endpoints each {@code host:port}
 * @param prefix below which all its keys lie, without the last slash
 * @param authority certificates, PEM, by which the store is known
 */
public record Place(
    DataStoreSpec.Driver driver, List<String> endpoints, String prefix, String authority) {

  public Place {
    endpoints = List.copyOf(endpoints);
  }
}
