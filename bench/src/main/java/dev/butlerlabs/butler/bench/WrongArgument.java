package dev.butlerlabs.butler.bench;

/** What was typed cannot be measured; the message says what can. */
final class WrongArgument extends RuntimeException {

  private static final long serialVersionUID = 1;

  WrongArgument(String sentence) {
    super(sentence);
  }

  /** A size as it is typed. */
  static int size(String text) {
    try {
      var size = Integer.parseInt(text);
      if (size > 0) {
        return size;
      }
    } catch (NumberFormatException _) {
      // The sentence below says it better.
    }
    throw new WrongArgument("\"%s\" is no size; give a whole number from 1 on".formatted(text));
  }

  /** A share that leaves something over. */
  static int percent(String text) {
    try {
      var percent = Integer.parseInt(text);
      if (percent >= 0 && percent < 100) {
        return percent;
      }
    } catch (NumberFormatException _) {
      // The sentence below says it better.
    }
    throw new WrongArgument(
        "\"%s\" is no share; give a whole number of percent from 0 to 99".formatted(text));
  }

  /** A seed as it was printed. */
  static long seed(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException _) {
      throw new WrongArgument("\"%s\" is no seed; give a number".formatted(text));
    }
  }
}
