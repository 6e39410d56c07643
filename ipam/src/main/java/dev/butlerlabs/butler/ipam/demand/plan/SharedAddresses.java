package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.ipam.address.Address;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which Services of one family fit onto one address: those with the same sharing key, as long as no
 * two want the same port. MetalLB tells them apart in the same way.
 */
final class SharedAddresses {

  private static final class Shared {
    private final String key;
    private final @Nullable Address address;
    private final Set<String> ports = new HashSet<>();

    private Shared(String key, @Nullable Address address) {
      this.key = key;
      this.address = address;
    }
  }

  private final List<Shared> all = new ArrayList<>();

  /** The Service has that address. */
  void settle(String key, BalancedService service, Address address) {
    var there =
        all.stream()
            .filter(one -> one.key.equals(key) && address.equals(one.address))
            .findFirst()
            .orElseGet(() -> open(key, address));
    there.ports.addAll(service.ports());
  }

  /** The Service will get an address that others have, or are to have, if its ports are free. */
  void join(String key, BalancedService service) {
    var there =
        all.stream()
            .filter(one -> one.key.equals(key))
            .filter(one -> one.ports.stream().noneMatch(service.ports()::contains))
            .findFirst()
            .orElseGet(() -> open(key, null));
    there.ports.addAll(service.ports());
  }

  /** How many addresses are still to come. */
  int unplaced() {
    return (int) all.stream().filter(one -> one.address == null).count();
  }

  private Shared open(String key, @Nullable Address address) {
    var fresh = new Shared(key, address);
    all.add(fresh);
    return fresh;
  }
}
