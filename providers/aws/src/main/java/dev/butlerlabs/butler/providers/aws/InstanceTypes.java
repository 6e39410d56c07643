package dev.butlerlabs.butler.providers.aws;

import dev.butlerlabs.butler.providers.spi.machine.SizeTable;
import dev.butlerlabs.butler.providers.spi.machine.SizeTable.Size;
import java.util.ArrayList;
import java.util.List;

/** Instance types offered for sizes: general (m6i), compute (c6i) and memory (r6i). */
public final class InstanceTypes {

  public static final SizeTable TABLE = new SizeTable(types());

  private InstanceTypes() {}

  private static List<Size> types() {
    var types = new ArrayList<Size>();
    types.add(size("c6i.large", 2, 4));
    types.add(size("m6i.large", 2, 8));
    types.add(size("r6i.large", 2, 16));
    for (var family : List.of("c6i", "m6i", "r6i")) {
      var perCpu = perCpu(family);
      types.add(size(family + ".xlarge", 4, 4 * perCpu));
      // From here on the number says how many times an xlarge it is.
      for (var times : List.of(2, 4, 8, 12, 16, 24, 32)) {
        types.add(size("%s.%dxlarge".formatted(family, times), 4 * times, 4 * perCpu * times));
      }
    }
    return types;
  }

  private static int perCpu(String family) {
    return switch (family) {
      case "c6i" -> 2;
      case "m6i" -> 4;
      default -> 8;
    };
  }

  private static Size size(String name, int cpu, int memoryGi) {
    return new Size(name, cpu, memoryGi * 1024);
  }
}
