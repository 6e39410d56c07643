package dev.butlerlabs.butler.ipam.address;

/** Reads and prints dotted quads. */
final class Ipv4Text {

  private static final String SHAPE = "write four numbers from 0 to 255 with dots between them";

  private Ipv4Text() {}

  static Parsed<Address> parse(String text) {
    if (text.indexOf('/') >= 0) {
      return Parsed.bad(
          "\"%s\" is a block, not one address; write the address without /%s"
              .formatted(text, text.substring(text.indexOf('/') + 1)));
    }
    var octets = text.split("\\.", -1);
    if (octets.length != 4) {
      return Parsed.bad(
          "\"%s\" is not an IPv4 or IPv6 address; %s, for example 10.40.1.17"
              .formatted(text, SHAPE));
    }
    long value = 0;
    for (var octet : octets) {
      var wrong = wrongWith(octet);
      if (!wrong.isEmpty()) {
        return Parsed.bad("\"%s\" is not an IPv4 address: %s".formatted(text, wrong));
      }
      value = value << 8 | Integer.parseInt(octet);
    }
    return Parsed.good(new Address(Family.IPV4, 0, value));
  }

  private static String wrongWith(String octet) {
    if (octet.isEmpty()) {
      return "an octet is missing; " + SHAPE;
    }
    if (!octet.chars().allMatch(letter -> letter >= '0' && letter <= '9')) {
      return "\"%s\" is not a number; %s".formatted(octet, SHAPE);
    }
    if (octet.length() > 1 && octet.charAt(0) == '0') {
      return "\"%s\" starts with a zero, which some programs read as octal; write %s"
          .formatted(octet, withoutZeros(octet));
    }
    if (octet.length() > 3 || Integer.parseInt(octet) > 255) {
      return "the octet %s is above 255; %s".formatted(octet, SHAPE);
    }
    return "";
  }

  private static String withoutZeros(String octet) {
    var digits = octet.replaceFirst("^0+", "");
    return digits.isEmpty() ? "0" : digits;
  }

  static String print(long value) {
    return (value >>> 24 & 255)
        + "."
        + (value >>> 16 & 255)
        + "."
        + (value >>> 8 & 255)
        + "."
        + (value & 255);
  }
}
