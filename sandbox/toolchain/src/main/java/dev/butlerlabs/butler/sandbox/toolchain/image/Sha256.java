package dev.butlerlabs.butler.sandbox.toolchain.image;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The checksum everything here is known by, as lower-case hex. */
public final class Sha256 {

  private Sha256() {}

  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(newDigest().digest(bytes));
  }

  public static String of(Path file) throws IOException {
    var digest = newDigest();
    try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
