package dev.butlerlabs.butler.providers.azure;

import dev.butlerlabs.butler.providers.spi.machine.SizeTable;
import dev.butlerlabs.butler.providers.spi.machine.SizeTable.Size;
import java.util.ArrayList;
import java.util.List;

/** Sizes offered: general (Dsv5), compute (Fsv2) and memory (Esv5). */
public final class VmSizes {

  public static final SizeTable TABLE = new SizeTable(types());

  private VmSizes() {}

  private static List<Size> types() {
    var types = new ArrayList<Size>();
    for (var cpu : List.of(2, 4, 8, 16, 32, 48, 64)) {
      types.add(size("Standard_F%ds_v2".formatted(cpu), cpu, 2 * cpu));
      types.add(size("Standard_D%ds_v5".formatted(cpu), cpu, 4 * cpu));
      types.add(size("Standard_E%ds_v5".formatted(cpu), cpu, 8 * cpu));
    }
    types.add(size("Standard_E20s_v5", 20, 160));
    types.add(size("Standard_F72s_v2", 72, 144));
    types.add(size("Standard_D96s_v5", 96, 384));
    types.add(size("Standard_E96s_v5", 96, 672));
    return types;
  }

  private static Size size(String name, int cpu, int memoryGi) {
    return new Size(name, cpu, memoryGi * 1024);
  }
}
