package dev.butlerlabs.butler.providers.spi.identity;

/**
 * What a driver must find again after a crash and cannot ask the platform for, such as the id it
 * chose for a machine that is not there yet.
 *
 * <p>The caller stores the memo of an answer with the object before it makes the next call, and
 * hands it to that call. A driver changes nothing on the platform that rests on a memo which was
 * not handed to it. It holds no secret.
 */
public record Memo(String text) {

  /** Nothing was noted yet. */
  public static final Memo NONE = new Memo("");

  private static final int LONGEST = 1024;

  public Memo {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a memo is a note of at most %d characters, not %d".formatted(LONGEST, text.length()));
    }
  }

  public boolean isEmpty() {
    return text.isEmpty();
  }
}
