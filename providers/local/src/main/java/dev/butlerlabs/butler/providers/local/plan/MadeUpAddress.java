package dev.butlerlabs.butler.providers.local.plan;

import dev.butlerlabs.butler.kernel.Checksum;

/**
 * An address that nobody answers at, for what must have one: unique local (RFC 4193), so that it
 * leads nowhere, and half of it from a checksum, so that no two are alike.
 */
public record MadeUpAddress(String text) {

  private static final String PREFIX = "fd62:7574:6c65:72";

  /** The one of whatever has this UID. */
  public static MadeUpAddress of(String uid) {
    var digits = Checksum.of(uid).text();
    return new MadeUpAddress(
        "%s:%s:%s:%s:%s"
            .formatted(
                PREFIX, group(digits, 0), group(digits, 4), group(digits, 8), group(digits, 12)));
  }

  /** Four digits as the canonical form has them: never zero, and without zeros in front. */
  private static String group(String digits, int from) {
    return Integer.toHexString(0x1000 | Integer.parseInt(digits.substring(from, from + 4), 16));
  }
}
