package dev.butlerlabs.butler.ipam.address;

/** One of the two kinds of addresses, which never mix in a range. */
public enum Family {
  IPV4("IPv4", 32),
  IPV6("IPv6", 128);

  private final String title;
  private final int bits;

  Family(String title, int bits) {
    this.title = title;
    this.bits = bits;
  }

  /** How many bits an address has. */
  public int bits() {
    return bits;
  }

  /** As people write it: {@code IPv4}. */
  @Override
  public String toString() {
    return title;
  }
}
