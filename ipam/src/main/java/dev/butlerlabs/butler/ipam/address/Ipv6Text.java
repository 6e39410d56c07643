package dev.butlerlabs.butler.ipam.address;

import java.util.ArrayList;
import java.util.List;

/** Reads and prints colon-separated groups. */
final class Ipv6Text {

  private static final int GROUPS = 8;
  private static final String SHAPE =
      "write eight groups of one to four hexadecimal digits, or :: once for a run of zeros";

  private Ipv6Text() {}

  static Parsed<Address> parse(String text) {
    if (text.indexOf('/') >= 0) {
      return Parsed.bad(
          "\"%s\" is a block, not one address; write the address without /%s"
              .formatted(text, text.substring(text.indexOf('/') + 1)));
    }
    if (text.indexOf('%') >= 0) {
      return Parsed.bad(
          "\"%s\" has a zone, which means something on one machine only; write %s"
              .formatted(text, text.substring(0, text.indexOf('%'))));
    }
    if (text.indexOf('.') >= 0) {
      return dotted(text);
    }
    return groups(text).then(groups -> address(text, groups));
  }

  /** An embedded dotted quad: either an IPv4 address in disguise, or groups written unusually. */
  private static Parsed<Address> dotted(String text) {
    var at = text.lastIndexOf(':') + 1;
    return Ipv4Text.parse(text.substring(at))
        .then(
            quad -> {
              var low = quad.low();
              var plain = text.substring(0, at) + "%x:%x".formatted(low >>> 16, low & 0xFFFF);
              return groups(plain)
                  .then(groups -> address(text, groups))
                  .then(
                      address ->
                          Parsed.bad(
                              "\"%s\" has dots in an IPv6 address; write %s"
                                  .formatted(text, address)));
            });
  }

  private static Parsed<Address> address(String text, List<Integer> groups) {
    long high = 0;
    long low = 0;
    for (var at = 0; at < GROUPS; at++) {
      high = at < 4 ? high << 16 | groups.get(at) : high;
      low = at < 4 ? low : low << 16 | groups.get(at);
    }
    if (high == 0 && low >>> 32 == 0xFFFF) {
      return Parsed.bad(
          "\"%s\" is an IPv4 address written as IPv6; write %s"
              .formatted(text, Ipv4Text.print(low & 0xFFFF_FFFFL)));
    }
    return Parsed.good(new Address(Family.IPV6, high, low));
  }

  private static Parsed<List<Integer>> groups(String text) {
    var gap = text.indexOf("::");
    if (gap < 0) {
      return side(text, text)
          .then(all -> all.size() == GROUPS ? Parsed.good(all) : count(text, all.size()));
    }
    if (text.indexOf("::", gap + 1) >= 0) {
      return Parsed.bad(
          "\"%s\" is not an IPv6 address: :: stands more than once; %s".formatted(text, SHAPE));
    }
    return side(text, text.substring(0, gap))
        .then(left -> side(text, text.substring(gap + 2)).then(right -> filled(text, left, right)));
  }

  private static Parsed<List<Integer>> filled(
      String text, List<Integer> left, List<Integer> right) {
    var missing = GROUPS - left.size() - right.size();
    if (missing < 1) {
      return Parsed.bad(
          "\"%s\" is not an IPv6 address: :: stands for no group at all; %s"
              .formatted(text, SHAPE));
    }
    var all = new ArrayList<>(left);
    for (var zero = 0; zero < missing; zero++) {
      all.add(0);
    }
    all.addAll(right);
    return Parsed.good(all);
  }

  private static Parsed<List<Integer>> count(String text, int groups) {
    return Parsed.bad(
        "\"%s\" is not an IPv6 address: it has %d groups; %s".formatted(text, groups, SHAPE));
  }

  private static Parsed<List<Integer>> side(String text, String side) {
    var groups = new ArrayList<Integer>();
    if (side.isEmpty()) {
      return Parsed.good(groups);
    }
    for (var group : side.split(":", -1)) {
      if (group.isEmpty() || group.length() > 4 || !group.chars().allMatch(Ipv6Text::isHex)) {
        return Parsed.bad(
            "\"%s\" is not an IPv6 address: the group \"%s\" is wrong; %s"
                .formatted(text, group, SHAPE));
      }
      groups.add(Integer.parseInt(group, 16));
    }
    return Parsed.good(groups);
  }

  private static boolean isHex(int letter) {
    return letter < 128 && Character.digit(letter, 16) >= 0;
  }

  /** RFC 5952: lower case, no leading zeros, the first longest run of two or more zero groups. */
  static String print(long high, long low) {
    var groups = new int[GROUPS];
    for (var at = 0; at < GROUPS; at++) {
      var half = at < 4 ? high : low;
      groups[at] = (int) (half >>> (16 * (3 - at % 4))) & 0xFFFF;
    }
    var gap = longestZeros(groups);
    var text = new StringBuilder();
    for (var at = 0; at < GROUPS; at++) {
      if (at == gap.start() && gap.length() > 1) {
        text.append("::");
        at += gap.length() - 1;
      } else {
        var glued = text.isEmpty() || text.charAt(text.length() - 1) == ':';
        text.append(glued ? "" : ":").append(Integer.toHexString(groups[at]));
      }
    }
    return text.toString();
  }

  private record Zeros(int start, int length) {}

  private static Zeros longestZeros(int[] groups) {
    var longest = new Zeros(0, 0);
    for (var start = 0; start < GROUPS; start++) {
      var end = start;
      while (end < GROUPS && groups[end] == 0) {
        end++;
      }
      if (end - start > longest.length()) {
        longest = new Zeros(start, end - start);
      }
    }
    return longest;
  }
}
