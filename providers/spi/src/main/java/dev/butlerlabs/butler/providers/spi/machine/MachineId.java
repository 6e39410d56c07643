package dev.butlerlabs.butler.providers.spi.machine;

import dev.butlerlabs.butler.providers.spi.identity.Ownership;

/** Which machine is meant: its name on the platform, and the UID of the object it is made for. */
public record MachineId(String name, String uid) {

  public MachineId {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a machine needs a name");
    }
  }

  public Ownership ownedIn(String cluster) {
    return new Ownership(uid, cluster);
  }

  @Override
  public String toString() {
    return name;
  }
}
