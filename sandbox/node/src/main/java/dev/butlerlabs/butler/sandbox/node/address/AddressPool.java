package dev.butlerlabs.butler.sandbox.node.address;

import java.util.BitSet;
import java.util.Optional;

/** The addresses of a part of a block, each held by one at a time. */
public final class AddressPool {

  private final Block block;
  private final int from;
  private final int until;
  private final BitSet taken = new BitSet();
  private int next;

  private AddressPool(Block block, int from, int until) {
    this.block = block;
    this.from = from;
    this.until = until;
    this.next = from;
  }

  public static AddressPool forPods(Block block) {
    return new AddressPool(block, 2, Block.SIZE / 2);
  }

  public static AddressPool forServices(Block block) {
    return new AddressPool(block, Block.SIZE / 2, Block.SIZE - 1);
  }

  /** Takes that very address; false when it is not of this pool or somebody holds it. */
  public synchronized boolean take(String address) {
    var index = block.index(address).filter(found -> found >= from && found < until);
    if (index.isEmpty() || taken.get(index.get())) {
      return false;
    }
    taken.set(index.get());
    return true;
  }

  /** Any free address; goes round, so that an address rests before it is used again. */
  public synchronized Optional<String> take() {
    var free = taken.nextClearBit(next);
    if (free >= until) {
      free = taken.nextClearBit(from);
    }
    if (free >= until) {
      return Optional.empty();
    }
    taken.set(free);
    next = free + 1;
    return Optional.of(block.address(free));
  }

  public synchronized void give(String address) {
    block.index(address).ifPresent(taken::clear);
  }
}
