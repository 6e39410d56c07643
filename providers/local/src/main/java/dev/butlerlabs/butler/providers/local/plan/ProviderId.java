package dev.butlerlabs.butler.providers.local.plan;

import dev.butlerlabs.butler.api.local.LocalMachine;

/**
 * The identity that a LocalMachine and its Node share. The UID in it makes it the machine's own: a
 * namesake that comes after it has another.
 */
public record ProviderId(String text) {

  public static ProviderId of(LocalMachine machine) {
    var metadata = machine.getMetadata();
    return new ProviderId(
        "local://%s/%s/%s"
            .formatted(metadata.getNamespace(), metadata.getName(), metadata.getUid()));
  }

  @Override
  public String toString() {
    return text;
  }
}
