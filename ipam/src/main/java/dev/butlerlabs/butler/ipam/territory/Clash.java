package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Addresses that somebody was given and that are kept back, or lie outside the windows, all the
 * same: the pool was edited under use, or something uses what it was not given.
 *
 * @param kept why they are kept back; absent where they merely lie outside the windows
 */
public record Clash(AddressRange range, Held held, Optional<Kept.Cause> kept) {

  /** Whether two parties use one address now, rather than the pool's text saying otherwise. */
  public boolean inUseTwice() {
    return kept.filter(
            cause ->
                cause instanceof Kept.Cause.InUse
                    || cause instanceof Kept.Cause.ControlPlane
                    || cause instanceof Kept.Cause.HeldThrough)
        .isPresent();
  }

  /** The first address, by which a person can find it. */
  public Address address() {
    return range.start();
  }

  public String sentence() {
    return "%s is held by IPAllocation %s of TenantCluster %s and is %s"
        .formatted(
            range,
            held.claim(),
            held.tenant(),
            kept.map(Kept.Cause::because).orElse("outside the ranges of the pool"));
  }

  /**
   * Every clash of the territory with what is held, ascending. A tenant's own use of what it was
   * given is none, and an invalid territory has none to tell.
   */
  public static List<Clash> between(Territory territory, Collection<Held> holders) {
    if (!territory.valid()) {
      return List.of();
    }
    var windows = Ranges.of(territory.windows());
    var kept = new Overlay(territory.kept());
    var clashes = new ArrayList<Clash>();
    for (var held : holders) {
      kept.over(held.range())
          .filter(part -> !own(part.cause(), held.tenant()))
          .forEach(
              part ->
                  part.range()
                      .common(held.range())
                      .ifPresent(
                          range -> clashes.add(new Clash(range, held, Optional.of(part.cause())))));
      Ranges.of(held.range())
          .minus(windows)
          .all()
          .forEach(range -> clashes.add(new Clash(range, held, Optional.empty())));
    }
    clashes.sort(Comparator.comparing(Clash::range));
    return clashes;
  }

  private static boolean own(Kept.Cause cause, ObjectKey tenant) {
    return cause instanceof Kept.Cause.ControlPlane(var cluster) && cluster.equals(tenant);
  }
}
