package dev.butlerlabs.butler.providers.spi.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;

/**
 * A text that must not be shown: a password, a token, the user data of a machine.
 *
 * <p>It is no record, so that nothing that walks over fields or accessors finds it by chance.
 */
public final class SecretText {

  private final String text;

  public SecretText(String text) {
    this.text = text;
  }

  /** The text itself, for the one call that sends it. */
  public String reveal() {
    return text;
  }

  public boolean isEmpty() {
    return text.isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SecretText that
        && MessageDigest.isEqual(text.getBytes(UTF_8), that.text.getBytes(UTF_8));
  }

  /** The same for all, because a hash would tell short secrets apart. */
  @Override
  public int hashCode() {
    return SecretText.class.hashCode();
  }

  @Override
  public String toString() {
    return Redaction.MARK;
  }
}
