package dev.butlerlabs.butler.providers.spi.infrastructure;

import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.SizeTable;
import java.util.List;
import java.util.Optional;

/**
 * How big a machine must be at least. Whole units are rounded up: nobody gets less than asked.
 *
 * @param cpuAsked the order itself says how many CPUs; not a default of team or platform
 * @param memoryAsked the order itself says how much memory
 */
public record MachineSize(
    int cpu, long memoryBytes, long diskBytes, boolean cpuAsked, boolean memoryAsked) {

  private static final long MEBI = 1L << 20;
  private static final long GIBI = 1L << 30;

  public MachineSize {
    if (cpu < 1 || memoryBytes < 1 || diskBytes < 1) {
      throw new IllegalArgumentException(
          "a machine has at least one CPU, some memory and a disk, not %d, %d and %d"
              .formatted(cpu, memoryBytes, diskBytes));
    }
  }

  /** Of amounts that admission has checked, and that the order itself says. */
  public static MachineSize of(int cpu, Quantity memory, Quantity disk) {
    return new MachineSize(cpu, bytes(memory), bytes(disk), true, true);
  }

  /** The same, of which the order itself says so much; the rest are defaults. */
  public MachineSize asked(boolean cpuAsked, boolean memoryAsked) {
    return new MachineSize(cpu, memoryBytes, diskBytes, cpuAsked, memoryAsked);
  }

  public long memoryMi() {
    return Math.ceilDiv(memoryBytes, MEBI);
  }

  public long memoryGi() {
    return Math.ceilDiv(memoryBytes, GIBI);
  }

  public long diskGi() {
    return Math.ceilDiv(diskBytes, GIBI);
  }

  /** The name of the smallest size of a cloud that holds this one. */
  public Optional<String> smallestOf(SizeTable table) {
    var memory = Math.toIntExact(memoryMi());
    var disk = Math.toIntExact(diskGi());
    return table.smallestFor(new Hardware(cpu, memory, disk, List.of())).map(SizeTable.Size::name);
  }

  /** What the largest size of a cloud holds, for the words of a refusal. */
  public static String largestOf(SizeTable table) {
    return table
        .largest()
        .map(size -> "%d CPUs and %d GiB".formatted(size.cpu(), size.memoryMiB() / 1024))
        .orElse("nothing");
  }

  private static long bytes(Quantity quantity) {
    return quantity
        .wholeUnits()
        .orElseThrow(() -> new IllegalArgumentException(quantity + " is no quantity"));
  }
}
