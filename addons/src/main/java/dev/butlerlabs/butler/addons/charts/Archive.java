package dev.butlerlabs.butler.addons.charts;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Files as a {@code .tgz} whose bytes depend on nothing but the files: sorted, all of one time and
 * one owner, and packed without compressing, since every version of zlib compresses differently.
 */
public final class Archive {

  /** When all of it was made. */
  public static final Instant TIME = Instant.parse("1980-01-02T00:00:00Z");

  private static final int BLOCK = 512;
  private static final int LONGEST_NAME = 100;
  private static final int LARGEST_PIECE = 0xFFFF;

  private Archive() {}

  /** The files by their path in the archive. */
  public static byte[] of(Map<String, String> files) {
    var tar = new ByteArrayOutputStream();
    new TreeMap<>(files).forEach((name, text) -> add(tar, name, text.getBytes(UTF_8)));
    // Two empty blocks are the end.
    tar.writeBytes(new byte[2 * BLOCK]);
    return gzip(tar.toByteArray());
  }

  private static void add(ByteArrayOutputStream tar, String name, byte[] content) {
    tar.writeBytes(header(name, content.length));
    tar.writeBytes(content);
    tar.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
  }

  /** As POSIX has it ({@code ustar}). */
  private static byte[] header(String name, int size) {
    var path = name.getBytes(US_ASCII);
    if (path.length > LONGEST_NAME) {
      throw new IllegalArgumentException("the name of a packed file is too long: " + name);
    }
    var header = ByteBuffer.allocate(BLOCK);
    header.put(0, path);
    header.put(100, octal(0644, 7));
    header.put(108, octal(0, 7));
    header.put(116, octal(0, 7));
    header.put(124, octal(size, 11));
    header.put(136, octal(TIME.getEpochSecond(), 11));
    header.put(148, "        ".getBytes(US_ASCII));
    header.put(156, (byte) '0');
    header.put(257, "ustar\00000".getBytes(US_ASCII));
    var sum = 0;
    for (var octet : header.array()) {
      sum += octet & 0xFF;
    }
    header.put(148, octal(sum, 6));
    header.put(154, (byte) 0);
    return header.array();
  }

  private static byte[] octal(long number, int digits) {
    var text = Long.toOctalString(number);
    return ("0".repeat(digits - text.length()) + text).getBytes(US_ASCII);
  }

  /** RFC 1952, with blocks that RFC 1951 calls stored. */
  private static byte[] gzip(byte[] content) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 0xFF});
    for (var at = 0; at < content.length; at += LARGEST_PIECE) {
      var length = Math.min(LARGEST_PIECE, content.length - at);
      out.write(at + length == content.length ? 1 : 0);
      out.writeBytes(little(4).putShort((short) length).putShort((short) ~length).array());
      out.write(content, at, length);
    }
    var check = new CRC32();
    check.update(content);
    out.writeBytes(little(8).putInt((int) check.getValue()).putInt(content.length).array());
    return out.toByteArray();
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
