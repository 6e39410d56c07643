package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One key in a backup.
 *
 * @param key without the tenant's prefix, so that it can be loaded under another
 * @param lease number of the lease it ended with, 0 for none; keys with the same number shared it
 * @param left seconds that lease had left
 */
record Entry(Bytes key, Bytes value, long lease, long left) {

  static byte[] encode(List<Entry> entries) {
    var out = new ByteArrayOutputStream();
    try (var data = new DataOutputStream(out)) {
      for (var entry : entries) {
        write(data, entry.key());
        write(data, entry.value());
        data.writeLong(entry.lease());
        data.writeLong(entry.left());
      }
    } catch (IOException impossible) {
      throw new IllegalStateException("memory does not fail to be written", impossible);
    }
    return out.toByteArray();
  }

  static List<Entry> decode(byte[] page) throws IOException {
    var entries = new ArrayList<Entry>();
    try (var data = new DataInputStream(new ByteArrayInputStream(page))) {
      while (data.available() > 0) {
        entries.add(new Entry(read(data), read(data), data.readLong(), data.readLong()));
      }
    }
    return entries;
  }

  private static void write(DataOutputStream data, Bytes bytes) throws IOException {
    data.writeInt(bytes.length());
    data.write(bytes.toArray());
  }

  private static Bytes read(DataInputStream data) throws IOException {
    var length = data.readInt();
    if (length < 0 || length > data.available()) {
      throw new IOException("a page says it holds more than it does");
    }
    return Bytes.of(data.readNBytes(length));
  }
}
