package dev.butlerlabs.butler.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * A short text that changes when some content does: 32 hexadecimal digits of SHA-256.
 *
 * <p>Each part goes in with its length, so moving a character from one to the next shows.
 */
public record Checksum(String text) {

  private static final int BYTES = 16;

  /** Of texts by key, whatever order the map has. */
  public static Checksum of(Map<String, String> content) {
    var sha = sha256();
    new TreeMap<>(content)
        .forEach(
            (key, value) -> {
              add(sha, key);
              add(sha, value);
            });
    return new Checksum(HexFormat.of().formatHex(sha.digest(), 0, BYTES));
  }

  /** Of texts in order. */
  public static Checksum of(String... parts) {
    var sha = sha256();
    for (var part : parts) {
      add(sha, part);
    }
    return new Checksum(HexFormat.of().formatHex(sha.digest(), 0, BYTES));
  }

  private static void add(MessageDigest sha, String part) {
    var bytes = part.getBytes(UTF_8);
    sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    sha.update(bytes);
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
