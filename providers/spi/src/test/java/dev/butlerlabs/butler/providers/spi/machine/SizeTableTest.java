package dev.butlerlabs.butler.providers.spi.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.SizeTable.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SizeTableTest {

  private static final SizeTable TABLE =
      new SizeTable(
          List.of(
              new Size("m.large", 2, 8192),
              new Size("m.xlarge", 4, 16384),
              new Size("c.xlarge", 4, 8192),
              new Size("r.large", 2, 16384)));

  @Test
  void theCheapestThatHasEnoughIsTaken() {
    assertThat(named(2, 4096)).isEqualTo("m.large");
    assertThat(named(2, 8193)).isEqualTo("r.large");
    assertThat(named(3, 2048)).isEqualTo("c.xlarge");
    assertThat(named(4, 16384)).isEqualTo("m.xlarge");
  }

  @Test
  void whatIsTooLargeForAllIsRefused() {
    assertThat(TABLE.smallestFor(hardware(5, 1024))).isEmpty();
    assertThat(TABLE.smallestFor(hardware(1, 16385))).isEmpty();
    assertThat(TABLE.largest()).map(Size::name).contains("m.xlarge");
  }

  @Test
  void noOrderEverGetsLess() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var round = 0; round < 1000; round++) {
      var sizes = new ArrayList<Size>();
      for (var i = 0; i < 1 + random.nextInt(20); i++) {
        sizes.add(new Size("s" + i, 1 + random.nextInt(128), 512 * (1 + random.nextInt(512))));
      }
      var wanted = hardware(1 + random.nextInt(128), 1024 + random.nextInt(200_000));

      var found = new SizeTable(sizes).smallestFor(wanted);

      var any =
          sizes.stream()
              .anyMatch(
                  size -> size.cpu() >= wanted.cpu() && size.memoryMiB() >= wanted.memoryMB());
      assertThat(found.isPresent()).as("seed %d, round %d", seed, round).isEqualTo(any);
      found.ifPresent(
          size -> {
            assertThat(size.cpu()).as("seed %d", seed).isGreaterThanOrEqualTo(wanted.cpu());
            assertThat(size.memoryMiB()).isGreaterThanOrEqualTo(wanted.memoryMB());
          });
    }
  }

  private static String named(int cpu, int memoryMB) {
    return TABLE.smallestFor(hardware(cpu, memoryMB)).orElseThrow().name();
  }

  private static Hardware hardware(int cpu, int memoryMB) {
    return new Hardware(cpu, memoryMB, 10, List.of());
  }
}
