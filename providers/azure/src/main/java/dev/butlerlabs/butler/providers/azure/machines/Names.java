package dev.butlerlabs.butler.providers.azure.machines;

import dev.butlerlabs.butler.providers.spi.machine.MachineId;

/**
 * Names of everything that is made but machines. Each holds the owner's whole UID: asked to make a
 * thing of a name that is taken, Azure overwrites what is there, so no two owners may meet in a
 * name.
 */
final class Names {

  /** What Azure allows for cards, disks, addresses, balancers and images. */
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
    return of(id.name(), id.uid(), part);
  }

  static String of(String name, String uid, String part) {
    var end = "-" + uid + "-" + part;
    var room = LONGEST - end.length();
    return (name.length() > room ? name.substring(0, room) : name) + end;
  }
}
