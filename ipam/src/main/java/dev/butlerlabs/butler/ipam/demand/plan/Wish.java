package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.infra.NetworkSettings.AllocationMode;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Family;
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
 * @param pinProblem why what the order names as pinned cannot be read; empty when it can
 */
public record Wish(
    AllocationMode mode,
    int block,
    int asked,
    int increment,
    int limit,
    @Nullable AddressRange pin,
    String pinProblem) {

  /** The same; the order also names addresses that nobody understands. */
  public Wish withPinProblem(String problem) {
    return new Wish(mode, block, asked, increment, limit, pin, problem);
  }

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

  /** How many of its first family the cluster has whatever its Services do. */
  int floor(List<Claim> live, Family home) {
    return plusPinned(asked > 0 ? asked : first(live), home);
  }

  /** Pinned addresses come on top, as far as the limit allows. */
  int plusPinned(int others, Family home) {
    return (int) Math.min(limit, (long) others + pinned(home));
  }

  private int pinned(Family family) {
    return pin == null || pin.family() != family ? 0 : Sizes.count(pin);
  }
}
