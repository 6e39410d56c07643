package dev.butlerlabs.butler.ipam.announce.plan;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import java.util.List;

/**
 * A pool of addresses as a tenant's load balancer has it.
 *
 * @param name with its namespace
 * @param addresses blocks and ranges, as they are written there
 */
public record StoredPool(String name, List<String> addresses) {

  public StoredPool {
    addresses = List.copyOf(addresses);
  }

  /** Whether it may announce one of these; so does what cannot be read. */
  boolean mayAnnounce(AddressRange range) {
    return addresses.stream()
        .anyMatch(
            text ->
                !(AddressRange.parse(text.replace(" ", ""))
                        instanceof Parsed.Good<AddressRange>(var stored))
                    || (stored.family() == range.family() && stored.overlaps(range)));
  }
}
