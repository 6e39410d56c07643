package dev.butlerlabs.butler.providers.gcp;

import dev.butlerlabs.butler.providers.spi.machine.SizeTable;
import dev.butlerlabs.butler.providers.spi.machine.SizeTable.Size;
import java.util.ArrayList;
import java.util.List;

/** Machine types offered for sizes: the three shapes of N2. */
public final class MachineTypes {

  public static final SizeTable TABLE = new SizeTable(types());

  private MachineTypes() {}

  private static List<Size> types() {
    var types = new ArrayList<Size>();
    for (var cpu : List.of(2, 4, 8, 16, 32, 48, 64, 80)) {
      types.add(size("n2-highcpu-" + cpu, cpu, cpu));
      types.add(size("n2-standard-" + cpu, cpu, 4 * cpu));
      types.add(size("n2-highmem-" + cpu, cpu, 8 * cpu));
    }
    types.add(size("n2-highcpu-96", 96, 96));
    types.add(size("n2-standard-96", 96, 384));
    types.add(size("n2-highmem-96", 96, 768));
    types.add(size("n2-standard-128", 128, 512));
    types.add(size("n2-highmem-128", 128, 864));
    return types;
  }

  private static Size size(String name, int cpu, int memoryGi) {
    return new Size(name, cpu, memoryGi * 1024);
  }
}
