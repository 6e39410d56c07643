package dev.butlerlabs.butler.ipam.address;

/**
 * A CIDR block: all addresses that share their first {@code prefix} bits with {@code network}.
 *
 * @param network its first address
 * @param prefix how many bits are fixed, from 0 (the whole family) to 32 or 128 (one address)
 */
public record Block(Address network, int prefix) {

  public Block {
    var bits = network.family().bits() - prefix;
    if (prefix < 0 || bits < 0 || network.trailingZeros() < bits) {
      throw new IllegalArgumentException("no block starts at " + network + " with /" + prefix);
    }
  }

  /** Reads {@code network/prefix}, strictly: no host bits, no mask, no short forms. */
  public static Parsed<Block> parse(String text) {
    var slash = text.indexOf('/');
    if (slash < 0) {
      return Address.parse(text)
          .then(
              address ->
                  Parsed.bad(
                      "\"%s\" has no prefix length; write %s/%d for this one address"
                          .formatted(text, address, address.family().bits())));
    }
    var digits = text.substring(slash + 1);
    return switch (Address.parse(text.substring(0, slash))) {
      case Parsed.Good<Address>(var address) -> sized(text, address, digits);
      case Parsed.Bad<Address>(var sentence) -> Parsed.bad(sentence);
    };
  }

  private static Parsed<Block> sized(String text, Address address, String digits) {
    var most = address.family().bits();
    if (!digits.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(digits) > most) {
      return Parsed.bad(
          ("\"%s\" has the prefix length \"%s\"; write a number from 0 to %d, without sign or"
                  + " leading zero, for example %s/%d")
              .formatted(text, digits, most, address, most));
    }
    var prefix = Integer.parseInt(digits);
    var network = address.roundedDown(most - prefix);
    if (!network.equals(address)) {
      return Parsed.bad(
          "\"%s\" has host bits set; write %s/%d for the block or %s/%d for the one address"
              .formatted(text, network, prefix, address, most));
    }
    return Parsed.good(new Block(network, prefix));
  }

  public Address last() {
    return last(network, network.family().bits() - prefix);
  }

  static Address last(Address start, int bits) {
    if (bits == 0) {
      return start;
    }
    var high = bits > 64 ? -1L >>> (128 - bits) : 0;
    var low = bits >= 64 ? -1L : -1L >>> (64 - bits);
    return new Address(start.family(), start.high() | high, start.low() | low);
  }

  public AddressRange range() {
    return new AddressRange(network, last());
  }

  @Override
  public String toString() {
    return network + "/" + prefix;
  }
}
