package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.kernel.Checksum;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * What was rendered, so that the same inputs need no process again. Packed and in memory only,
 * since it may hold Secrets; of too much, what was not asked for longest goes first.
 *
 * <p>Charts are known by their digest. One that is a folder may change under its name and is
 * rendered each time. What a chart draws by lot stays as it was drawn.
 */
final class Renders {

  private final long most;

  // All of it is guarded by this.
  private final Map<String, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * Empty.
   *
   * @param most bytes that are kept, as packed
   */
  Renders(long most) {
    this.most = most;
  }

  /**
   * What tells one rendering from another.
   *
   * @param flags what Helm is asked beyond what stands in the rendering
   */
  static Optional<String> key(Rendering rendering, String flags) {
    return Optional.ofNullable(rendering.chart().digest())
        .map(
            digest ->
                Checksum.of(
                        digest.hex(),
                        flags,
                        rendering.release().toString(),
                        rendering.kubernetes(),
                        rendering.apiVersions().toString(),
                        rendering.values().toString())
                    .text());
  }

  Optional<String> find(String key) {
    byte[] packed;
    synchronized (this) {
      packed = kept.get(key);
    }
    return Optional.ofNullable(packed).map(Renders::unpack);
  }

  void keep(String key, String text) {
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
