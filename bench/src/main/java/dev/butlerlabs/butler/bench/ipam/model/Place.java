package dev.butlerlabs.butler.bench.ipam.model;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Distance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Where a pool lies: so many cells from an address on, and which of them belong to a window. */
public final class Place {

  /** Ends of families, a carry between the halves of a number, and an ordinary place. */
  private static final List<String> BASES =
      List.of("10.40.0.0", "0.0.0.0", "2001:db8::ffff:ffff:ffff:ff80", "::", "fd00:1:2:3::");

  private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

  private final Address base;

  /** For each cell the number of its window, or -1 between windows. */
  private final int[] windows;

  private Place(Address base, int[] windows) {
    this.base = base;
    this.windows = windows;
  }

  static Place random(SplittableRandom random) {
    var size = random.nextInt(20, 260);
    var windows = new int[size];
    var window = random.nextInt(3) == 0 ? -1 : 0;
    var number = 0;
    for (var cell = 0; cell < size; cell++) {
      if (random.nextInt(40) == 0) {
        window = random.nextInt(3) == 0 ? -1 : ++number;
      }
      windows[cell] = window;
    }
    return new Place(base(random, size), windows);
  }

  private static Address base(SplittableRandom random, int size) {
    var last = new Distance(0, size - 1L);
    return switch (random.nextInt(BASES.size() + 2)) {
      case 0 -> Address.parse("255.255.255.255").require().minus(last);
      case 1 -> Address.parse("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff").require().minus(last);
      default -> Address.parse(BASES.get(random.nextInt(BASES.size()))).require();
    };
  }

  Address base() {
    return base;
  }

  int window(int cell) {
    return windows[cell];
  }

  int size() {
    return windows.length;
  }

  boolean inside(int cell) {
    return cell >= 0 && cell < windows.length && windows[cell] >= 0;
  }

  Address address(int cell) {
    return base.plus(new Distance(0, cell));
  }

  AddressRange range(int from, int to) {
    return new AddressRange(address(from), address(to));
  }

  static Instant time(int second) {
    return EPOCH.plusSeconds(second);
  }

  /** The window a cell is in. */
  AddressRange windowOf(int cell) {
    var from = cell;
    while (from > 0 && windows[from - 1] == windows[cell]) {
      from--;
    }
    var to = cell;
    while (to + 1 < size() && windows[to + 1] == windows[cell]) {
      to++;
    }
    return range(from, to);
  }

  List<AddressRange> allWindows() {
    var all = new ArrayList<AddressRange>();
    for (var cell = 0; cell < size(); cell++) {
      if (windows[cell] >= 0 && (cell == 0 || windows[cell - 1] != windows[cell])) {
        all.add(windowOf(cell));
      }
    }
    return all;
  }
}
