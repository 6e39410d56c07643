package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.PrintStream;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What the program says: one line per change, never one per connection. */
record Journal(PrintStream out, InstantSource clock) {

  /** Says a constant sentence and, in pairs, what it is about. */
  void say(String what, String... pairs) {
    var line = new StringBuilder();
    line.append(clock.instant().truncatedTo(ChronoUnit.MILLIS)).append(' ').append(what);
    for (var i = 0; i + 1 < pairs.length; i += 2) {
      line.append(' ').append(pairs[i]).append("=\"").append(clean(pairs[i + 1])).append('"');
    }
    out.println(line);
  }

  private static String clean(String value) {
    return value.replaceAll("[\\p{Cntrl}\"]+", " ").strip();
  }
}
