package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.Family;
import io.fabric8.kubernetes.api.model.Service;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the addresses that the Services of a tenant need: those they have of ours, and those they
 * wait for. Services that somebody else serves need none, Services that share an address need one.
 */
public final class ServiceDemand {

  private final List<Claim> claims;
  private final Set<Family> served;
  private final Map<Family, Set<Address>> addresses = new EnumMap<>(Family.class);
  private final Map<Family, SharedAddresses> shared = new EnumMap<>(Family.class);
  private final Map<Family, Integer> single = new EnumMap<>(Family.class);
  private final Set<String> used = new HashSet<>();
  private final List<Service> waiting = new ArrayList<>();

  private ServiceDemand(List<Claim> claims, Set<Family> served) {
    this.claims =
        claims.stream()
            .filter(
                claim ->
                    claim.type() == IPAllocationSpec.Type.LOADBALANCER && claim.range() != null)
            .toList();
    this.served = served;
  }

  /**
   * What these Services ask for.
   *
   * @param claims of the tenant; those on their way back too, since Services have to move away
   * @param served the families that there are pools of
   */
  public static Demand.Known of(List<Service> services, List<Claim> claims, Set<Family> served) {
    var count = new ServiceDemand(claims, served);
    var ours = services.stream().map(BalancedService::new).filter(BalancedService::real).toList();
    // First who has an address, so that whoever shares it finds it.
    ours.forEach(count::having);
    ours.forEach(count::lacking);
    return count.known();
  }

  private Demand.Known known() {
    var needed = new EnumMap<Family, Integer>(Family.class);
    for (var family : Family.values()) {
      var sum =
          addresses.getOrDefault(family, Set.of()).size()
              + single.getOrDefault(family, 0)
              + (shared.containsKey(family) ? shared(family).unplaced() : 0);
      if (sum > 0) {
        needed.put(family, sum);
      }
    }
    return new Demand.Known(needed, used, waiting);
  }

  /** An address that is in use is needed, whoever asked for it and however. */
  private void having(BalancedService service) {
    for (var address : service.assigned()) {
      holder(address, Claim.State.HELD)
          .ifPresent(
              claim -> {
                used.add(claim.name());
                occupy(address);
                service
                    .sharing()
                    .ifPresent(key -> shared(address.family()).settle(key, service, address));
              });
    }
  }

  private void lacking(BalancedService service) {
    var lacks = false;
    for (var family : service.families(served)) {
      lacks |= lacks(service, family);
    }
    if (lacks && service.assigned().isEmpty()) {
      waiting.add(service.service());
    }
  }

  private boolean lacks(BalancedService service, Family family) {
    var has = service.assigned().stream().filter(address -> address.family() == family).toList();
    var moves = has.stream().anyMatch(address -> holder(address, Claim.State.LEAVING).isPresent());
    if ((!has.isEmpty() && !moves) || !service.oursToServe()) {
      return false;
    }
    var requested = service.requested(family);
    if (requested.isPresent()) {
      var claim = holder(requested.get(), Claim.State.HELD);
      claim.ifPresent(_ -> occupy(requested.get()));
      return claim.isPresent();
    }
    if (service.requestsAddress()) {
      return false;
    }
    service
        .sharing()
        .ifPresentOrElse(
            key -> shared(family).join(key, service), () -> single.merge(family, 1, Integer::sum));
    return true;
  }

  private void occupy(Address address) {
    addresses.computeIfAbsent(address.family(), _ -> new HashSet<>()).add(address);
  }

  private SharedAddresses shared(Family family) {
    return shared.computeIfAbsent(family, _ -> new SharedAddresses());
  }

  /** By the ends of the range alone, however many addresses lie between. */
  private Optional<Claim> holder(Address address, Claim.State state) {
    return claims.stream()
        .filter(claim -> claim.state() == state)
        .filter(claim -> claim.range() != null && claim.range().contains(address))
        .findFirst();
  }
}
