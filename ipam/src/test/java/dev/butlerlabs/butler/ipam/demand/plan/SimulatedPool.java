package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.Optional;

/** A small pool that gives out the first run long enough, and whose figures may be old. */
final class SimulatedPool {

  private final String name;
  private final AddressRange range;
  private final int size;
  private final boolean stubborn;
  private final BitSet taken = new BitSet();
  private final BitSet others = new BitSet();
  private Pool told;
  private int version;
  private boolean passed;

  /**
   * @param stubborn whether it gives nothing, for a reason that its figures do not show
   */
  SimulatedPool(int number, int size, boolean stubborn) {
    this.stubborn = stubborn;
    this.name = "pool-" + number;
    this.size = size;
    this.range = AddressRange.parse("10.%d.0.0/16".formatted(number)).require();
    this.told = count();
  }

  String name() {
    return name;
  }

  Pool told() {
    return told;
  }

  /** Whether what it told is what is so. */
  boolean upToDate() {
    return !passed && told.largest() == largest() && told.available() == size - taken.cardinality();
  }

  void tell() {
    if (!upToDate()) {
      version++;
      passed = false;
      told = count();
    }
  }

  /** As at the end of a pass that found other figures than were told. */
  Optional<AddressRange> serve(int count) {
    passed = !upToDate();
    return stubborn ? Optional.empty() : take(count);
  }

  private Optional<AddressRange> take(int count) {
    for (var from = taken.nextClearBit(0); from + count <= size; from = next(from)) {
      if (taken.get(from, from + count).isEmpty()) {
        taken.set(from, from + count);
        var start =
            range.start().plus(AddressRange.ofSize(range.start(), number(from + 1)).distance());
        return Optional.of(AddressRange.ofSize(start, number(count)));
      }
    }
    return Optional.empty();
  }

  private int next(int from) {
    return taken.nextClearBit(taken.nextSetBit(from));
  }

  void give(AddressRange back) {
    var from = (int) (back.start().low() - range.start().low());
    taken.clear(from, from + Sizes.count(back));
  }

  /** Somebody else takes or gives back single addresses, which cuts the pool into small runs. */
  void disturb(int at) {
    if (others.get(at)) {
      others.clear(at);
      taken.clear(at);
    } else if (!taken.get(at)) {
      others.set(at);
      taken.set(at);
    }
  }

  int size() {
    return size;
  }

  int free() {
    return size - taken.cardinality();
  }

  /** Why it would refuse now, whatever its figures say. */
  String reason() {
    return stubborn ? "QuotaExceeded" : "NoContiguousBlock";
  }

  boolean serves(int count) {
    return !stubborn && largest() >= count;
  }

  /** How many addresses it would give. */
  int spare() {
    return stubborn ? 0 : free();
  }

  private int largest() {
    var most = 0;
    for (var from = taken.nextClearBit(0); from < size; from = taken.nextClearBit(from)) {
      var until = taken.nextSetBit(from);
      var end = until < 0 ? size : until;
      most = Math.max(most, end - from);
      from = end;
    }
    return most;
  }

  private Pool count() {
    return new Pool(name, range, free(), largest(), "" + version, 1, "");
  }

  private static BigInteger number(int value) {
    return BigInteger.valueOf(value);
  }
}
