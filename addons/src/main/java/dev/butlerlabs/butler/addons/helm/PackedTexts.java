package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * What charts rendered, so that it need not be rendered or read again. Packed and in memory only,
 * since it may hold Secrets; of too much, what was not asked for longest goes first.
 */
public final class PackedTexts {

  private final long most;

  // All of it is guarded by this.
  private final Map<String, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * Empty.
   *
   * @param most bytes that are kept, as packed
   */
  public PackedTexts(long most) {
    this.most = most;
  }

  public Optional<String> find(String key) {
    byte[] packed;
    synchronized (this) {
      packed = kept.get(key);
    }
    return Optional.ofNullable(packed).map(PackedTexts::unpack);
  }

  public void keep(String key, String text) {
    var packed = pack(text);
    synchronized (this) {
      var before = kept.put(key, packed);
      bytes += packed.length - (before == null ? 0 : before.length);
      var oldest = kept.values().iterator();
      while (bytes > most) {
        bytes -= oldest.next().length;
        oldest.remove();
      }
    }
  }

  public synchronized boolean holds(String key) {
    return kept.containsKey(key);
  }

  synchronized long bytes() {
    return bytes;
  }

  private static byte[] pack(String text) {
    var packed = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(packed)) {
      out.write(text.getBytes(UTF_8));
    } catch (IOException impossible) {
      throw new IllegalStateException("memory cannot be written", impossible);
    }
    return packed.toByteArray();
  }

  private static String unpack(byte[] packed) {
    try (var in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException impossible) {
      throw new IllegalStateException("what was packed here cannot be read", impossible);
    }
  }
}
