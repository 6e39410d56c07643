package dev.butlerlabs.butler.sandbox.node.plan;

import java.util.Arrays;

/** A file of a volume. Its bytes are never changed and never printed. */
public final class OneFile {

  private final byte[] bytes;
  private final int mode;

  OneFile(byte[] bytes, int mode) {
    this.bytes = bytes.clone();
    this.mode = mode;
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public int mode() {
    return mode;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OneFile file && mode == file.mode && Arrays.equals(bytes, file.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(bytes) + mode;
  }

  @Override
  public String toString() {
    return bytes.length + " bytes, mode " + Integer.toOctalString(mode);
  }
}
