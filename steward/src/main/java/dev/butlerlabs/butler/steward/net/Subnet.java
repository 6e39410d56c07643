package dev.butlerlabs.butler.steward.net;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** A range of addresses in CIDR form, IPv4 or IPv6. */
public final class Subnet {

  private final byte[] base;
  private final int prefix;

  private Subnet(byte[] base, int prefix) {
    this.base = base;
    this.prefix = prefix;
  }

  public static Subnet parse(String cidr) {
    var slash = cidr.indexOf('/');
    if (slash < 0) {
      throw wrong(cidr);
    }
    try {
      var octets = InetAddress.ofLiteral(cidr.substring(0, slash)).getAddress();
      var length = Integer.parseInt(cidr.substring(slash + 1));
      if (length < 0 || length > octets.length * 8) {
        throw wrong(cidr);
      }
      return new Subnet(masked(octets, length), length);
    } catch (IllegalArgumentException notOne) {
      throw wrong(cidr);
    }
  }

  /** One range, or several with commas between, as dual stack has it. */
  public static List<Subnet> parseAll(String cidrs) {
    return Arrays.stream(cidrs.split(",", -1)).map(String::strip).map(Subnet::parse).toList();
  }

  /** The address that many places behind the start of the range. */
  public String address(int place) {
    var number = new BigInteger(1, base).add(BigInteger.valueOf(place));
    var octets = number.toByteArray();
    var fitted = new byte[base.length];
    var length = Math.min(octets.length, fitted.length);
    System.arraycopy(octets, octets.length - length, fitted, fitted.length - length, length);
    if (!contains(fitted)) {
      throw new IllegalArgumentException(this + " has no address number " + place);
    }
    return text(fitted);
  }

  /** As Services call it: IPv4 or IPv6. */
  public String family() {
    return base.length == 4 ? "IPv4" : "IPv6";
  }

  public boolean contains(String address) {
    try {
      return contains(InetAddress.ofLiteral(address).getAddress());
    } catch (IllegalArgumentException notOne) {
      return false;
    }
  }

  private boolean contains(byte[] octets) {
    return octets.length == base.length && Arrays.equals(masked(octets, prefix), base);
  }

  private static byte[] masked(byte[] octets, int length) {
    var kept = octets.clone();
    for (var bit = length; bit < kept.length * 8; bit++) {
      kept[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
    }
    return kept;
  }

  private static String text(byte[] octets) {
    try {
      return InetAddress.getByAddress(octets).getHostAddress();
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException("an address has 4 or 16 bytes", impossible);
    }
  }

  private static IllegalArgumentException wrong(String cidr) {
    return new IllegalArgumentException(
        "'" + cidr + "' is not a range of addresses such as 10.96.0.0/16");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Subnet that && prefix == that.prefix && Arrays.equals(base, that.base);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(base) + prefix;
  }

  @Override
  public String toString() {
    return text(base) + "/" + prefix;
  }
}
