package dev.butlerlabs.butler.providers.simulators.nutanix;

import java.util.UUID;

/** UUIDs that are the same in every run. */
final class Ids {

  private Ids() {}

  /** The n-th of a kind, in the shape of version 4. */
  static String numbered(int kind, long number) {
    return new UUID(((long) kind << 48) | 0x4000L, 0x8000000000000000L | number).toString();
  }
}
