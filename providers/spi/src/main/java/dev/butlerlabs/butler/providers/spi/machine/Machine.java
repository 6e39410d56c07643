package dev.butlerlabs.butler.providers.spi.machine;

import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A machine as the platform shows it.
 *
 * @param addresses private ones first; see {@link UsableAddresses}
 * @param reachableAt a public address, where the platform gave one
 * @param mac of the first network card
 * @param zone the platform's failure domain: a zone, a host
 */
public record Machine(
    ProviderId providerId,
    List<String> addresses,
    @Nullable String reachableAt,
    @Nullable MacAddress mac,
    String zone) {

  public Machine {
    addresses = List.copyOf(addresses);
  }

  /** The address to reach it at: the public one, or else the first private one. */
  public Optional<String> address() {
    return Optional.ofNullable(reachableAt).or(() -> addresses.stream().findFirst());
  }
}
