package dev.butlerlabs.butler.ipam.announce.plan;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was found in a tenant that has to do with addresses of load balancers. */
public record Use(List<StoredPool> pools, List<Served> services) {

  public Use {
    pools = List.copyOf(pools);
    services = List.copyOf(services);
  }

  /** Who may announce one of these addresses, in a few words; empty when nobody does. */
  public String of(AddressRange range) {
    return Stream.concat(
            services.stream().filter(one -> one.has(range)).map(one -> "Service " + one.name()),
            pools.stream()
                .filter(one -> one.mayAnnounce(range))
                .map(one -> "IPAddressPool " + one.name()))
        .limit(3)
        .collect(Collectors.joining(", "));
  }
}
