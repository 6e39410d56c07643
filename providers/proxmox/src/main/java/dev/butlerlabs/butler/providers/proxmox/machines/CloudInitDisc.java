package dev.butlerlabs.butler.providers.proxmox.machines;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A CD with the label {@code cidata}, as cloud-init and Talos look for, made in memory: ISO 9660
 * with a root folder and a few small files.
 *
 * <p>Layout in sectors of 2048 bytes: 16 empty ones, the volume descriptor, the end descriptor, the
 * path table in both byte orders, the root folder, then the files. Names stand in upper case, which
 * Linux shows in lower case.
 */
final class CloudInitDisc {

  private static final int SECTOR = 2048;
  private static final int DESCRIPTOR = 16;
  private static final int PATHS_LITTLE = 18;
  private static final int PATHS_BIG = 19;
  private static final int ROOT = 20;
  private static final int FILES = 21;

  private CloudInitDisc() {}

  /** A read-only image with these files in its root. */
  static ByteBuffer of(Map<String, String> files) {
    var entries = entries(files);
    var last = entries.isEmpty() ? FILES : entries.getLast().end();
    var image = ByteBuffer.allocate(last * SECTOR);
    describe(image, last);
    paths(image);
    var root = image.position(ROOT * SECTOR).slice();
    root.put(record("\0", ROOT, SECTOR, true));
    root.put(record("\1", ROOT, SECTOR, true));
    for (var entry : entries) {
      root.put(record(entry.name(), entry.sector(), entry.content().length, false));
      image.position(entry.sector() * SECTOR).put(entry.content());
    }
    return image.position(0).asReadOnlyBuffer();
  }

  @SuppressWarnings("ArrayRecordComponent") // lives inside this class only
  private record Entry(String name, int sector, byte[] content) {
    int end() {
      return sector + Math.max(1, (content.length + SECTOR - 1) / SECTOR);
    }
  }

  private static List<Entry> entries(Map<String, String> files) {
    var entries = new ArrayList<Entry>();
    var next = FILES;
    for (var file : new TreeMap<>(files).entrySet()) {
      var name = file.getKey().toUpperCase(Locale.ROOT) + ".;1";
      var entry = new Entry(name, next, file.getValue().getBytes(UTF_8));
      entries.add(entry);
      next = entry.end();
    }
    return entries;
  }

  private static void describe(ByteBuffer image, int sectors) {
    var volume = image.position(DESCRIPTOR * SECTOR).slice();
    volume.put((byte) 1).put("CD001".getBytes(US_ASCII)).put((byte) 1).put((byte) 0);
    text(volume, 8, 32, "");
    text(volume, 40, 32, "cidata");
    both32(volume.position(80), sectors);
    both16(volume.position(120), 1);
    both16(volume.position(124), 1);
    both16(volume.position(128), SECTOR);
    both32(volume.position(132), 10);
    volume.order(ByteOrder.LITTLE_ENDIAN).putInt(140, PATHS_LITTLE);
    volume.order(ByteOrder.BIG_ENDIAN).putInt(148, PATHS_BIG);
    volume.position(156).put(record("\0", ROOT, SECTOR, true));
    text(volume, 190, 623, "");
    for (var date = 813; date < 881; date += 17) {
      volume.position(date).put("0000000000000000\0".getBytes(US_ASCII));
    }
    volume.put(881, (byte) 1);
    var end = image.position((DESCRIPTOR + 1) * SECTOR).slice();
    end.put((byte) 255).put("CD001".getBytes(US_ASCII)).put((byte) 1);
  }

  private static void paths(ByteBuffer image) {
    var little = image.position(PATHS_LITTLE * SECTOR).slice().order(ByteOrder.LITTLE_ENDIAN);
    little.put((byte) 1).put((byte) 0).putInt(ROOT).putShort((short) 1);
    var big = image.position(PATHS_BIG * SECTOR).slice().order(ByteOrder.BIG_ENDIAN);
    big.put((byte) 1).put((byte) 0).putInt(ROOT).putShort((short) 1);
  }

  /** One entry of a folder; its length is even. */
  private static byte[] record(String name, int sector, int length, boolean folder) {
    var bytes = name.getBytes(US_ASCII);
    var size = 33 + bytes.length + (bytes.length % 2 == 0 ? 1 : 0);
    var entry = ByteBuffer.allocate(size);
    entry.put((byte) size).put((byte) 0);
    both32(entry, sector);
    both32(entry, length);
    // 2000-01-01, in years since 1900; the date means nothing here.
    entry.put(new byte[] {100, 1, 1, 0, 0, 0, 0});
    entry.put((byte) (folder ? 2 : 0)).put((byte) 0).put((byte) 0);
    both16(entry, 1);
    entry.put((byte) bytes.length).put(bytes);
    return entry.array();
  }

  private static void text(ByteBuffer at, int position, int length, String text) {
    var padded = text + " ".repeat(length - text.length());
    at.position(position).put(padded.getBytes(US_ASCII));
  }

  private static void both32(ByteBuffer at, int number) {
    at.order(ByteOrder.LITTLE_ENDIAN).putInt(number).order(ByteOrder.BIG_ENDIAN).putInt(number);
  }

  private static void both16(ByteBuffer at, int number) {
    var half = (short) number;
    at.order(ByteOrder.LITTLE_ENDIAN).putShort(half).order(ByteOrder.BIG_ENDIAN).putShort(half);
  }
}
