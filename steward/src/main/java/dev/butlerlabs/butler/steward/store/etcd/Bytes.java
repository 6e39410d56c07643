package dev.butlerlabs.butler.steward.store.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.HexFormat;

/** Bytes as a value: a key or what is stored under it. Ordered as etcd orders keys. */
public final class Bytes implements Comparable<Bytes> {

  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  public static Bytes of(byte[] content) {
    return new Bytes(content.clone());
  }

  public static Bytes of(String text) {
    return new Bytes(text.getBytes(UTF_8));
  }

  /** Takes the array over; whoever made it forgets it. */
  static Bytes adopt(byte[] content) {
    return new Bytes(content);
  }

  public byte[] toArray() {
    return content.clone();
  }

  /** The array itself, for writing out only. */
  byte[] shared() {
    return content;
  }

  public int length() {
    return content.length;
  }

  public boolean isEmpty() {
    return content.length == 0;
  }

  public boolean startsWith(Bytes prefix) {
    return content.length >= prefix.content.length
        && Arrays.equals(content, 0, prefix.content.length, prefix.content, 0, prefix.length());
  }

  /** Where the first {@code other} begins at or after {@code from}; -1 when there is none. */
  public int indexOf(char other, int from) {
    for (var i = from; i < content.length; i++) {
      if (content[i] == (byte) other) {
        return i;
      }
    }
    return -1;
  }

  public Bytes first(int count) {
    return new Bytes(Arrays.copyOf(content, count));
  }

  public Bytes from(int start) {
    return new Bytes(Arrays.copyOfRange(content, start, content.length));
  }

  public Bytes plus(Bytes more) {
    var joined = Arrays.copyOf(content, content.length + more.content.length);
    System.arraycopy(more.content, 0, joined, content.length, more.content.length);
    return new Bytes(joined);
  }

  /** The smallest bytes that are greater than these. */
  public Bytes next() {
    return new Bytes(Arrays.copyOf(content, content.length + 1));
  }

  /** The smallest bytes greater than all that start with these; a zero byte when there are none. */
  public Bytes prefixEnd() {
    for (var i = content.length - 1; i >= 0; i--) {
      if (content[i] != (byte) 0xff) {
        var end = Arrays.copyOf(content, i + 1);
        end[i]++;
        return new Bytes(end);
      }
    }
    return new Bytes(new byte[1]);
  }

  public String text() {
    return new String(content, UTF_8);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(content, other.content);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  /** How much there is and how it begins; what is stored may be secret. */
  @Override
  public String toString() {
    var head = HexFormat.of().formatHex(content, 0, Math.min(4, content.length));
    return content.length + " bytes, " + head + "…";
  }
}
