package dev.butlerlabs.butler.ipam.ledger;

import io.fabric8.kubernetes.api.model.ConfigMap;

/** A ledger and the object it was read from, without which it cannot be changed. */
public record StoredLedger(ConfigMap object, Ledger ledger) {

  public String version() {
    return object.getMetadata().getResourceVersion();
  }
}
