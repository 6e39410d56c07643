package dev.butlerlabs.butler.steward.store.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/**
 * A protocol buffer message as it is written, field by field. As proto3 has it, a field with its
 * default value is left out.
 */
final class Outgoing {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Outgoing number(int field, long value) {
    if (value != 0) {
      varint(((long) field << 3) | Incoming.VARINT);
      varint(value);
    }
    return this;
  }

  Outgoing flag(int field, boolean value) {
    return number(field, value ? 1 : 0);
  }

  Outgoing text(int field, String value) {
    return value.isEmpty() ? this : delimited(field, value.getBytes(UTF_8));
  }

  Outgoing bytes(int field, Bytes value) {
    return value.isEmpty() ? this : delimited(field, value.shared());
  }

  /**
   * A message within the message; an empty one is written too, since its presence says something.
   */
  Outgoing message(int field, Outgoing value) {
    return delimited(field, value.toArray());
  }

  byte[] toArray() {
    return out.toByteArray();
  }

  private Outgoing delimited(int field, byte[] value) {
    varint(((long) field << 3) | Incoming.DELIMITED);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  private void varint(long value) {
    var rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
