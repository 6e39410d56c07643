package dev.butlerlabs.butler.providers.azure.machines;

import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.time.Instant;
import java.util.regex.Pattern;

/** When a removal was begun last, as it is noted: what failed before that is no failed removal. */
final class Leaving {

  private static final Pattern SHAPE = Pattern.compile("leaving=([0-9]{1,12})");

  private Leaving() {}

  static Memo at(Instant now) {
    return new Memo("leaving=" + now.getEpochSecond());
  }

  /** Whether something happened after the removal was begun that the memo tells of. */
  static boolean since(Memo memo, Instant when) {
    var match = SHAPE.matcher(memo.text());
    return match.matches() && !when.isBefore(Instant.ofEpochSecond(Long.parseLong(match.group(1))));
  }
}
