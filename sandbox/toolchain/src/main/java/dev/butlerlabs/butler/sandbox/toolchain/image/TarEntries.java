package dev.butlerlabs.butler.sandbox.toolchain.image;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A tar stream read front to back: POSIX headers, pax paths and GNU long names. */
final class TarEntries {

  private static final int BLOCK = 512;
  private static final int LONGEST_NAME = 1 << 16;

  /** One member; {@code regular} is false for folders, links and devices. */
  record Entry(String name, long size, boolean regular) {}

  private final InputStream in;
  private long unread;
  private long padding;

  TarEntries(InputStream in) {
    this.in = in;
  }

  /** The next member, or nothing at the end of the archive. */
  Optional<Entry> next() throws IOException {
    var longName = "";
    while (true) {
      in.skipNBytes(unread + padding);
      unread = 0;
      padding = 0;
      var header = in.readNBytes(BLOCK);
      if (header.length < BLOCK || header[0] == 0) {
        return Optional.empty();
      }
      var size = number(header, 124, 12);
      unread = size;
      padding = (BLOCK - size % BLOCK) % BLOCK;
      switch ((char) header[156]) {
        case 'x' -> longName = paxPath(readText(size), longName);
        case 'L' -> longName = readText(size).replace("\0", "");
        case 'g', 'K' -> {}
        default -> {
          var name = longName.isEmpty() ? shortName(header) : longName;
          var regular = header[156] == '0' || header[156] == 0;
          return Optional.of(new Entry(clean(name), size, regular));
        }
      }
    }
  }

  /** Copies the content of the member returned last. */
  void copyTo(OutputStream out) throws IOException {
    var buffer = new byte[1 << 16];
    while (unread > 0) {
      var read = in.read(buffer, 0, (int) Math.min(buffer.length, unread));
      if (read < 0) {
        throw new EOFException("the archive ends within a file");
      }
      out.write(buffer, 0, read);
      unread -= read;
    }
  }

  private String readText(long size) throws IOException {
    if (size > LONGEST_NAME) {
      throw new IOException("a name of " + size + " bytes stands in the archive");
    }
    var bytes = in.readNBytes((int) size);
    unread -= bytes.length;
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Pax records are lines {@code "length key=value\n"}. */
  private static String paxPath(String records, String otherwise) {
    return records
        .lines()
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .filter(line -> line.startsWith("path="))
        .map(line -> line.substring("path=".length()))
        .findFirst()
        .orElse(otherwise);
  }

  private static String shortName(byte[] header) {
    var name = text(header, 0, 100);
    var prefix = text(header, 257, 5).equals("ustar") ? text(header, 345, 155) : "";
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  private static String clean(String name) {
    return name.replaceFirst("^(\\./|/)+", "").replaceFirst("/+$", "");
  }

  private static String text(byte[] header, int from, int length) {
    var end = from;
    while (end < from + length && header[end] != 0) {
      end++;
    }
    return new String(header, from, end - from, StandardCharsets.UTF_8);
  }

  /** Octal digits, or big-endian binary behind a set top bit for what octal cannot hold. */
  private static long number(byte[] header, int from, int length) throws IOException {
    if ((header[from] & 0x80) != 0) {
      long value = 0;
      for (var i = from + length - 8; i < from + length; i++) {
        value = value << 8 | (header[i] & 0xff);
      }
      return value;
    }
    var digits = text(header, from, length).strip();
    try {
      return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    } catch (NumberFormatException e) {
      throw new IOException("a header of the archive holds the size '" + digits + "'", e);
    }
  }
}
