package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.spi.Account;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A platform to try a driver of machines on, and the hands behind it. */
public interface Stage extends Ground {

  /** Changes the credentials on the platform; those of {@link #account()} work no longer. */
  Account rotate();

  /** Takes a permission that making machines needs away from the account. */
  void forbid();

  /** An image that orders may name. */
  String image();

  /** A storage class that extra disks may name. */
  String storageClass();

  /** Leaves no room for another machine, and gives it back. */
  void room(boolean there);

  /** Somebody else's machine of this name. */
  void foreign(String name);

  /** Machines as the platform itself counts them, other people's too. */
  List<OnPlatform> machines();

  /** Everything there is beside machines: disks, addresses, uploads, by the platform's names. */
  @Override
  Set<String> things();

  void powerOff(String name);

  /** Removes a machine by hand. */
  void vanish(String name);

  /** What the machine read when it started. */
  String userDataRead(String name);

  /** A machine as it really is. */
  record OnPlatform(
      String name,
      int cpu,
      int memoryMiB,
      List<Integer> disksGiB,
      boolean running,
      String marks,
      Map<String, String> everything) {
    public OnPlatform {
      disksGiB = List.copyOf(disksGiB);
      everything = Map.copyOf(everything);
    }
  }
}
