package dev.butlerlabs.butler.addons.charts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ArchiveTest {

  @Test
  void bytesAreThoseTheyAlwaysWere() throws NoSuchAlgorithmException {
    var files = new LinkedHashMap<String, String>();
    files.put("web/values.yaml", "replicas: 1\n");
    files.put("web/Chart.yaml", "name: web\n");
    var turned = new LinkedHashMap<String, String>();
    turned.put("web/Chart.yaml", "name: web\n");
    turned.put("web/values.yaml", "replicas: 1\n");

    assertThat(Archive.of(files)).isEqualTo(Archive.of(turned));
    assertThat(HexFormat.of().formatHex(sha256(Archive.of(files))))
        .as("whatever machine and JDK this is")
        .isEqualTo("3b2d508a9aac6eeae0df8cf168c1117cc315e99a4943e307b4a14da989d3ecd6");
  }

  @Test
  void whatDoesNotFitIntoOneBlockIsPackedToo() throws IOException {
    var content = "0123456789abcdef\n".repeat(10_000);

    var tar = unzipped(Archive.of(Map.of("web/long.txt", content)));

    assertThat(tar).hasSize(512 * (1 + 333 + 2));
    assertThat(new String(tar, 512, content.length(), UTF_8)).isEqualTo(content);
  }

  @Test
  void fileOfALongNameIsRefusedNotCut() {
    assertThatThrownBy(() -> Archive.of(Map.of("web/" + "x".repeat(100), "")))
        .hasMessageContaining("the name of a packed file is too long: web/xxx");
  }

  private static byte[] sha256(byte[] bytes) throws NoSuchAlgorithmException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  private static byte[] unzipped(byte[] archive) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(archive))) {
      return in.readAllBytes();
    }
  }
}
