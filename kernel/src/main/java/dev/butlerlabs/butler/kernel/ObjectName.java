package dev.butlerlabs.butler.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;

/**
 * A Kubernetes object name derived from parts so that different parts never give the same name.
 *
 * <p>Readable text comes first, then a hash over the parts <em>with their lengths</em>: {@code
 * ("a-b","c")} and {@code ("a","b-c")} read alike and still differ. The text is cut to fit; the
 * hash never is.
 */
public record ObjectName(String text) {

  /** The longest name that is also a valid label value and DNS label. */
  public static final int LABEL_LENGTH = 63;

  private static final int HASH_LENGTH = 10;
  private static final String ALPHABET = "0123456789abcdefghijklmnopqrstuv";

  /** A name of at most {@value #LABEL_LENGTH} characters for exactly these parts. */
  public static ObjectName derivedFrom(String... parts) {
    return derivedFrom(LABEL_LENGTH, List.of(parts));
  }

  public static ObjectName derivedFrom(int maxLength, List<String> parts) {
    if (maxLength < HASH_LENGTH + 2) {
      throw new IllegalArgumentException(
          "a derived name needs room for its hash: at least %d characters, not %d"
              .formatted(HASH_LENGTH + 2, maxLength));
    }
    var readable = readable(String.join("-", parts), maxLength - HASH_LENGTH - 1);
    return new ObjectName(readable + "-" + hash(parts));
  }

  private static String readable(String joined, int room) {
    var clean = joined.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    var cut = clean.substring(0, Math.min(clean.length(), room));
    var trimmed = cut.replaceAll("^-+|-+$", "");
    if (trimmed.isEmpty()) {
      return "x";
    }
    // A DNS label that must also serve as a Service name starts with a letter.
    return Character.isDigit(trimmed.charAt(0)) ? readable("x" + trimmed, room) : trimmed;
  }

  private static String hash(List<String> parts) {
    var sha = sha256();
    for (var part : parts) {
      var bytes = part.getBytes(UTF_8);
      sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      sha.update(bytes);
    }
    var digest = sha.digest();
    var text = new StringBuilder(HASH_LENGTH);
    for (var i = 0; i < HASH_LENGTH; i++) {
      text.append(ALPHABET.charAt(digest[i] & 31));
    }
    return text.toString();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
