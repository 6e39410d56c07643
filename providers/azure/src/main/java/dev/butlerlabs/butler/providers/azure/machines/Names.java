package dev.butlerlabs.butler.providers.azure.machines;

import dev.butlerlabs.butler.providers.spi.machine.MachineId;

/**
 * Names of what is made beside a machine. Each holds the owner's whole UID: Azure overwrites a
 * network card or a disk of the same name when asked to make one, so no two owners may meet in a
 * name.
 */
final class Names {

  /** What Azure allows for cards and disks. */
  private static final int LONGEST = 80;

  private Names() {}

  static String card(MachineId id) {
    return of(id, "nic");
  }

  static String osDisk(MachineId id) {
    return of(id, "os");
  }

  static String dataDisk(MachineId id, int number) {
    return of(id, "data" + number);
  }

  /** It is one of those above. */
  static boolean beside(String name, MachineId id) {
    return name.contains("-" + id.uid() + "-");
  }

  private static String of(MachineId id, String part) {
    var end = "-" + id.uid() + "-" + part;
    var room = LONGEST - end.length();
    var begin = id.name().length() > room ? id.name().substring(0, room) : id.name();
    return begin + end;
  }
}
