package dev.butlerlabs.butler.ipam.announce.plan;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import java.util.List;

/**
 * A Service of a tenant that was given addresses.
 *
 * @param name with its namespace
 */
public record Served(String name, List<String> addresses) {

  public Served {
    addresses = List.copyOf(addresses);
  }

  boolean has(AddressRange range) {
    return addresses.stream()
        .anyMatch(
            text ->
                Address.parse(text) instanceof Parsed.Good<Address>(var address)
                    && address.family() == range.family()
                    && range.contains(address));
  }
}
