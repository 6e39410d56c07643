package dev.butlerlabs.butler.ipam.address;

import java.math.BigInteger;

/**
 * One address: its family and its number in two halves. An IPv4 address uses the low 32 bits.
 *
 * <p>Addresses are ordered by family, then by number, without sign.
 */
public record Address(Family family, long high, long low) implements Comparable<Address> {

  public Address {
    if (family == Family.IPV4 && (high != 0 || low >>> 32 != 0)) {
      throw new IllegalArgumentException("an IPv4 address has 32 bits");
    }
  }

  /** Reads one address, strictly. */
  public static Parsed<Address> parse(String text) {
    return text.indexOf(':') >= 0 ? Ipv6Text.parse(text) : Ipv4Text.parse(text);
  }

  public static Address first(Family family) {
    return new Address(family, 0, 0);
  }

  public static Address last(Family family) {
    return switch (family) {
      case IPV4 -> new Address(family, 0, 0xFFFF_FFFFL);
      case IPV6 -> new Address(family, -1, -1);
    };
  }

  public boolean isFirst() {
    return high == 0 && low == 0;
  }

  public boolean isLast() {
    return low == last(family).low && high == last(family).high;
  }

  /** The address behind this one; there must be one. */
  public Address next() {
    if (isLast()) {
      throw new IllegalStateException(this + " is the last address of its family");
    }
    return new Address(family, low == -1 ? high + 1 : high, low + 1);
  }

  /** The address before this one; there must be one. */
  public Address previous() {
    if (isFirst()) {
      throw new IllegalStateException(this + " is the first address of its family");
    }
    return new Address(family, low == 0 ? high - 1 : high, low - 1);
  }

  /** How far {@code end}, which must not come before this address, lies behind it. */
  public Distance distanceTo(Address end) {
    var borrow = Long.compareUnsigned(end.low, low) < 0 ? 1 : 0;
    return new Distance(end.high - high - borrow, end.low - low);
  }

  /** The address that far behind this one; it must exist. */
  public Address plus(Distance distance) {
    var sum = low + distance.low();
    var carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new Address(family, high + distance.high() + carry, sum);
  }

  /** The address that far before this one; it must exist. */
  public Address minus(Distance distance) {
    var borrow = Long.compareUnsigned(low, distance.low()) < 0 ? 1 : 0;
    return new Address(family, high - distance.high() - borrow, low - distance.low());
  }

  /** This address with its last {@code bits} bits set to zero. */
  public Address roundedDown(int bits) {
    if (bits >= 64) {
      return new Address(family, bits == 128 ? 0 : high >>> (bits - 64) << (bits - 64), 0);
    }
    return new Address(family, high, low >>> bits << bits);
  }

  /** How many of its last bits are zero: the size of the largest block that can start here. */
  public int trailingZeros() {
    if (low != 0) {
      return Long.numberOfTrailingZeros(low);
    }
    return Math.min(family.bits(), 64 + Long.numberOfTrailingZeros(high));
  }

  /** Its number. */
  public BigInteger value() {
    return Distance.unsigned(high, low);
  }

  @Override
  public int compareTo(Address other) {
    if (family != other.family) {
      return family.compareTo(other.family);
    }
    return Distance.compare(high, low, other.high, other.low);
  }

  public boolean isBefore(Address other) {
    return compareTo(other) < 0;
  }

  public boolean isAfter(Address other) {
    return compareTo(other) > 0;
  }

  /** The canonical text; for IPv6 that of RFC 5952. */
  @Override
  public String toString() {
    return family == Family.IPV4 ? Ipv4Text.print(low) : Ipv6Text.print(high, low);
  }
}
