package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The Services of a simulated tenant, which addresses they have, and when a block was last used.
 */
final class Inhabitants {

  private final Random random;
  private final Map<Integer, @Nullable Address> services = new HashMap<>();
  private final Map<String, Instant> lastUse = new HashMap<>();
  private int last;

  Inhabitants(Random random) {
    this.random = random;
  }

  int count() {
    return services.size();
  }

  /** Some come, some go. */
  void change() {
    for (var by = 1 + random.nextInt(5); by > 0; by--) {
      if (services.isEmpty() || random.nextInt(5) < 3) {
        services.put(++last, null);
      } else {
        services.remove(services.keySet().iterator().next());
      }
    }
  }

  /** What MetalLB could do now, each a step of its own. */
  List<Runnable> todo(Collection<Claim> claims) {
    var steps = new ArrayList<Runnable>();
    var free = free(claims);
    services.forEach(
        (service, address) -> {
          if (address == null && !free.isEmpty()) {
            steps.add(() -> services.put(service, free.get(random.nextInt(free.size()))));
          }
        });
    return steps;
  }

  boolean use(Claim claim) {
    return services.values().stream().anyMatch(address -> in(claim, address));
  }

  /** Time went by until then, and nothing else happened. */
  void until(Instant then, Collection<Claim> claims) {
    claims.stream().filter(this::use).forEach(claim -> lastUse.put(claim.name(), then));
  }

  void begins(Claim claim, Instant now) {
    lastUse.put(claim.name(), now);
  }

  Duration idle(Claim claim, Instant now) {
    return Duration.between(lastUse.getOrDefault(claim.name(), now), now);
  }

  private List<Address> free(Collection<Claim> claims) {
    var taken = new HashSet<>(services.values());
    var free = new ArrayList<Address>();
    for (var claim : claims) {
      var range = claim.range();
      if (claim.held() && range != null) {
        addresses(range).stream().filter(address -> !taken.contains(address)).forEach(free::add);
      }
    }
    return free;
  }

  private static boolean in(Claim claim, @Nullable Address address) {
    var range = claim.range();
    return address != null && range != null && range.contains(address);
  }

  private static Set<Address> addresses(AddressRange range) {
    var all = new HashSet<Address>();
    for (var at = range.start(); !at.isAfter(range.end()); at = at.next()) {
      all.add(at);
    }
    return all;
  }

  @Override
  public String toString() {
    return services.toString();
  }
}
