package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;

/**
 * What a pool has to remember and no receipt says.
 *
 * @param pool whose it is
 * @param windows what the pool means to give out from, announced here before anything is; a
 *     neighbour believes this rather than the pool's spec, which its writer may not have read yet
 * @param open bindings of the batch under way
 * @param resting what was given back lately
 */
public record Ledger(
    ObjectKey pool, List<AddressRange> windows, List<Open> open, List<Resting> resting) {

  public Ledger {
    windows = List.copyOf(windows);
    open = List.copyOf(open);
    resting = List.copyOf(resting);
  }

  public static Ledger blank(ObjectKey pool) {
    return new Ledger(pool, List.of(), List.of(), List.of());
  }

  public Ledger announcing(List<AddressRange> other) {
    return new Ledger(pool, other, open, resting);
  }

  public Ledger with(List<Open> nextOpen, List<Resting> nextResting) {
    return new Ledger(pool, windows, nextOpen, nextResting);
  }
}
