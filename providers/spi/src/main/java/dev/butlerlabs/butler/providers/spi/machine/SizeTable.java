package dev.butlerlabs.butler.providers.spi.machine;

import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The sizes a platform sells machines in, and which of them serves an order. */
public record SizeTable(List<Size> sizes) {

  /** Clouds charge for one CPU about what they charge for this much memory. */
  private static final int MIB_PER_CPU = 7 * 1024;

  /** One size of the platform. */
  public record Size(String name, int cpu, int memoryMiB) {

    boolean serves(Hardware wanted) {
      return cpu >= wanted.cpu() && memoryMiB >= wanted.memoryMB();
    }

    long cost() {
      return (long) cpu * MIB_PER_CPU + memoryMiB;
    }
  }

  public SizeTable {
    sizes = List.copyOf(sizes);
  }

  /** The cheapest size that has at least what was asked, or none; the same one every time. */
  public Optional<Size> smallestFor(Hardware wanted) {
    return sizes.stream()
        .filter(size -> size.serves(wanted))
        .min(Comparator.comparingLong(Size::cost).thenComparing(Size::name));
  }

  /** The largest by cost, for the sentence that says what cannot be had. */
  public Optional<Size> largest() {
    return sizes.stream().max(Comparator.comparingLong(Size::cost).thenComparing(Size::name));
  }
}
