package dev.butlerlabs.butler.api;

/** How addresses are written in manifests: patterns and rules shared by the kinds. */
public final class Addresses {

  /**
   * An address: dotted IPv4 as the released API wrote it, or IPv6. The pattern only keeps out what
   * can never be one; admission parses the text.
   */
  public static final String IP = "^((\\d{1,3}\\.){3}\\d{1,3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)$";

  /** A network in CIDR form, IPv4 or IPv6. */
  public static final String CIDR =
      "^((\\d{1,3}\\.){3}\\d{1,3}/\\d{1,2}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*/\\d{1,3})$";

  /** The longest text an address can have: IPv6 with an IPv4 tail. */
  public static final int LONGEST = 45;

  /**
   * CEL, put after a list of IPv4 texts: the same list as numbers, which can be compared. CEL has
   * no order of IPv6 addresses; admission holds what is left out here for them.
   */
  public static final String IPV4_NUMBERS =
      ".map(a, a.split('.')).map(p, int(p[0]) * 16777216 + int(p[1]) * 65536 + int(p[2]) * 256 +"
          + " int(p[3]))";

  /** CEL for objects with {@code start} and {@code end}: both are addresses. */
  public static final String ARE_ADDRESSES = "isIP(self.start) && isIP(self.end)";

  /** CEL for objects with {@code start} and {@code end}: an IPv4 start is not above its end. */
  public static final String IN_ORDER =
      "!isIP(self.start) || !isIP(self.end) || self.start.contains(':') || self.end.contains(':')"
          + " || [self.start, self.end]"
          + IPV4_NUMBERS
          + ".isSorted()";

  private Addresses() {}
}
