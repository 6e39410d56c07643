package dev.butlerlabs.butler.sandbox.node.address;

import java.util.Optional;

/**
 * 4096 addresses out of 127.64.0.0/10, which Linux answers as a whole on its loopback interface.
 *
 * @param number from 0 to 1023
 */
public record Block(int number) {

  static final int COUNT = 1024;
  static final int SIZE = 4096;

  private static final int FIRST = (127 << 24) | (64 << 16);

  public Block {
    if (number < 0 || number >= COUNT) {
      throw new IllegalArgumentException("there is no block " + number + " of " + COUNT);
    }
  }

  public String address(int index) {
    var value = FIRST + number * SIZE + index;
    return "127.%d.%d.%d".formatted((value >> 16) & 255, (value >> 8) & 255, value & 255);
  }

  /** The index of an address of this block. */
  public Optional<Integer> index(String address) {
    var parts = address.split("\\.", -1);
    if (parts.length != 4 || !address.matches("127(\\.\\d{1,3}){3}")) {
      return Optional.empty();
    }
    var value =
        (127 << 24)
            | (Integer.parseInt(parts[1]) << 16)
            | (Integer.parseInt(parts[2]) << 8)
            | Integer.parseInt(parts[3]);
    var index = value - FIRST - number * SIZE;
    return index >= 0 && index < SIZE ? Optional.of(index) : Optional.empty();
  }

  /** The node itself. */
  public String nodeAddress() {
    return address(1);
  }

  @Override
  public String toString() {
    return address(0) + "/20";
  }
}
