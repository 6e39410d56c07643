package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.infra.NetworkSettings.AllocationMode;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody ordered in load balancer addresses.
 *
 * @param block how many a new cluster begins with; 0 for none until a Service asks
 * @param asked how many the order itself names, 0 when it names none
 * @param increment how many are added at a time at least, where the number follows the need
 * @param limit the most the cluster may have
 * @param pin these are wanted besides
 */
public record Wish(
    AllocationMode mode,
    int block,
    int asked,
    int increment,
    int limit,
    @Nullable AddressRange pin) {

  boolean elastic() {
    return mode == AllocationMode.ELASTIC;
  }

  /**
   * How many addresses the first block has in all, pinned ones aside. Once begun it stays what it
   * was to be, so that a new default of the provider changes no cluster that is there already.
   */
  int first(List<Claim> live) {
    var initial =
        live.stream()
            .filter(claim -> claim.role() == Claim.Role.INITIAL)
            .filter(claim -> claim.pin() == null || !claim.pin().equals(pin))
            .toList();
    if (initial.isEmpty()) {
      return block;
    }
    var declared = initial.stream().mapToInt(Claim::block).max().orElse(0);
    return Math.min(limit, declared > 0 ? declared : Claim.sizes(initial));
  }

  /** How many the cluster has whatever its Services do. */
  int floor(List<Claim> live) {
    return plusPinned(asked > 0 ? asked : first(live));
  }

  /** Pinned addresses come on top, as far as the limit allows. */
  int plusPinned(int others) {
    return (int) Math.min(limit, (long) others + pinned());
  }

  int pinned() {
    return pin == null ? 0 : Sizes.count(pin);
  }
}
