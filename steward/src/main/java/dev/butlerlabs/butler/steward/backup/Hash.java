package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 over keys and values, with their lengths, in their order. */
final class Hash {

  private final MessageDigest digest = sha256();

  void add(Bytes key, Bytes value) {
    for (var part : new Bytes[] {key, value}) {
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length()).array());
      digest.update(part.toArray());
    }
  }

  String text() {
    return HexFormat.of().formatHex(digest.digest());
  }

  static String of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
