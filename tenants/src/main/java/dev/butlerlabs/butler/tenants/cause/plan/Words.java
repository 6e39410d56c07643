package dev.butlerlabs.butler.tenants.cause.plan;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message taken apart: what is wrong, what is done about it, what a person can do.
 *
 * <p>Butler's own features write either {@code what; what is done. What you can do} or {@code what
 * (what you can do)}; messages of other programs are all {@code what}.
 */
record Words(String what, String does, String youCan) {

  /** {@code what}, then perhaps {@code ; does}, then perhaps {@code . YouCan}. */
  private static final Pattern SENTENCES =
      Pattern.compile("(?<what>.+?)(?:; (?<does>.+?))?(?:\\. (?<can>[A-Z].+))?", Pattern.DOTALL);

  private static final Pattern ENDED = Pattern.compile("\\. [A-Z]");

  private static final Pattern BRACKETS =
      Pattern.compile("(?<what>.+) \\((?<can>[a-z][^()]*)\\)", Pattern.DOTALL);

  static Words none() {
    return new Words("", "", "");
  }

  /** The same advice about something. */
  Words about(String other) {
    return new Words(other, does, youCan);
  }

  /** A message that is quoted as it is. */
  static Words quoting(String message) {
    return new Words(Quote.of(message), "", "");
  }

  static Words of(String message) {
    var brackets = BRACKETS.matcher(message);
    if (brackets.matches() && !ENDED.matcher(brackets.group("what")).find()) {
      return quoted(brackets.group("what"), "", brackets.group("can"));
    }
    var sentences = SENTENCES.matcher(message);
    return sentences.matches()
        ? quoted(
            sentences.group("what"), text(sentences.group("does")), text(sentences.group("can")))
        : none();
  }

  private static Words quoted(String what, String does, String youCan) {
    return new Words(Quote.of(what), Quote.of(does), Quote.of(capital(youCan)));
  }

  private static String text(@Nullable String group) {
    return group == null ? "" : group;
  }

  static String capital(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
