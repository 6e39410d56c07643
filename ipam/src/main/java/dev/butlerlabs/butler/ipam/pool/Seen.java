package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The claims of one pool, each as newly as this process has seen it: from the cache, or from the
 * answer to a read or write of its own that the cache has not caught up with.
 */
final class Seen {

  private Map<String, Claim> claims = new HashMap<>();

  /** Takes over what the cache has, except where something newer is known. */
  void refresh(Collection<IPAllocation> cached) {
    var next = new HashMap<String, Claim>(cached.size() * 2);
    for (var object : cached) {
      var uid = object.getMetadata().getUid();
      var known = claims.get(uid);
      if (known != null && !older(known.version(), object.getMetadata().getResourceVersion())) {
        next.put(uid, known);
      } else {
        Claim.of(object).ifPresent(claim -> next.put(uid, claim));
      }
    }
    claims = next;
  }

  void put(Claim claim) {
    var known = claims.get(claim.uid());
    if (known == null || older(known.version(), claim.version())) {
      claims.put(claim.uid(), claim);
    }
  }

  void remove(String uid) {
    claims.remove(uid);
  }

  Optional<Claim> find(String uid) {
    return Optional.ofNullable(claims.get(uid));
  }

  List<Claim> all() {
    return List.copyOf(claims.values());
  }

  /** Versions of one kind are numbers in order. */
  private static boolean older(String known, String other) {
    return known.length() != other.length()
        ? known.length() < other.length()
        : known.compareTo(other) < 0;
  }
}
