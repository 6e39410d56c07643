package dev.butlerlabs.butler.providers.proxmox.machines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads the disc by the rules of ECMA-119, not with the code that wrote it. */
class CloudInitDiscTest {

  private static final int SECTOR = 2048;

  @Test
  void theFilesAreThereUnderTheLabelCloudInitLooksFor() {
    var large = "x".repeat(5000);
    var disc = CloudInitDisc.of(Map.of("user-data", large, "meta-data", "id: ü\n"));

    assertThat(disc.remaining() % SECTOR).isZero();
    assertThat(text(disc, 16 * SECTOR + 1, 5)).isEqualTo("CD001");
    assertThat(text(disc, 16 * SECTOR + 40, 32).strip()).isEqualTo("cidata");
    assertThat(disc.get(17 * SECTOR) & 255).isEqualTo(255);
    assertThat(files(disc))
        .containsExactly(Map.entry("META-DATA.;1", "id: ü\n"), Map.entry("USER-DATA.;1", large));
  }

  @Test
  void theVolumeSaysHowLongItIs() {
    var disc = CloudInitDisc.of(Map.of("user-data", ""));

    assertThat(little(disc, 16 * SECTOR + 80) * SECTOR).isEqualTo(disc.remaining());
    assertThat(disc.duplicate().order(ByteOrder.BIG_ENDIAN).getInt(16 * SECTOR + 84))
        .isEqualTo(little(disc, 16 * SECTOR + 80));
  }

  private static Map<String, String> files(ByteBuffer disc) {
    var root = little(disc, 16 * SECTOR + 156 + 2) * SECTOR;
    var files = new LinkedHashMap<String, String>();
    for (var at = root; disc.get(at) != 0; at += disc.get(at)) {
      var folder = (disc.get(at + 25) & 2) != 0;
      if (!folder) {
        var name = text(disc, at + 33, disc.get(at + 32));
        files.put(name, text(disc, little(disc, at + 2) * SECTOR, little(disc, at + 10)));
      }
    }
    return files;
  }

  private static int little(ByteBuffer disc, int at) {
    return disc.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(at);
  }

  private static String text(ByteBuffer disc, int at, int length) {
    var bytes = new byte[length];
    disc.duplicate().position(at).get(bytes);
    return new String(bytes, UTF_8);
  }
}
