package dev.butlerlabs.butler.providers.local.plan;

import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** The IPv4 addresses a Node gives to its pods. */
record PodRange(long first, long count) {

  private static final Pattern SHAPE =
      Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})/(\\d{1,2})");

  /** Network, gateway and broadcast addresses are nobody's. */
  private static final int RESERVED_BELOW = 2;

  static Optional<PodRange> parse(String text) {
    var match = SHAPE.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    var value = 0L;
    for (var i = 1; i <= 4; i++) {
      value = value << 8 | Integer.parseInt(match.group(i));
    }
    var bits = 32 - Integer.parseInt(match.group(5));
    return Optional.of(new PodRange(value, 1L << Math.clamp(bits, 0, 32)));
  }

  Optional<String> free(Collection<String> taken) {
    return LongStream.range(first + RESERVED_BELOW, first + count - 1)
        .mapToObj(PodRange::text)
        .filter(address -> !taken.contains(address))
        .findFirst();
  }

  private static String text(long value) {
    return "%d.%d.%d.%d"
        .formatted(value >> 24 & 255, value >> 16 & 255, value >> 8 & 255, value & 255);
  }
}
