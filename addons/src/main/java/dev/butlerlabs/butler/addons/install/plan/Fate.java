package dev.butlerlabs.butler.addons.install.plan;

/** What becomes of something that an addon leaves behind. */
public sealed interface Fate {

  /** It may be deleted. */
  record Goes() implements Fate {}

  /**
   * It is told.
   *
   * @param why in a clause; empty where nobody asked for more
   */
  record Stays(String why) implements Fate {}

  /** The object, with why it stays. */
  static String told(String object, String why) {
    return why.isEmpty() ? object : "%s (%s)".formatted(object, why);
  }
}
