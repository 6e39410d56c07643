package dev.butlerlabs.butler.addons.helm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/** The SHA-256 of a chart's archive: which chart it is, whatever it is called. */
public record Digest(String hex) {

  private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");
  private static final String PREFIX = "sha256:";

  public Digest {
    if (!FORM.matcher(hex).matches()) {
      throw new IllegalArgumentException("a digest is 64 hexadecimal digits, not " + hex);
    }
  }

  /** With or without {@code sha256:} before it. */
  public static Digest parse(String text) {
    var hex = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
    return new Digest(hex.toLowerCase(Locale.ROOT));
  }

  static Digest of(Path file) throws IOException {
    var sha = sha256();
    try (var in = new DigestInputStream(Files.newInputStream(file), sha)) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return new Digest(HexFormat.of().formatHex(sha.digest()));
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
    return PREFIX + hex;
  }
}
