package dev.butlerlabs.butler.sandbox.toolchain.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives written by the system's own tar. */
class TarEntriesTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"ustar", "pax", "gnu"})
  void namesOfEveryLengthAndTheirContentsAreRead(String format) throws Exception {
    var deep = "d".repeat(60) + "/" + "e".repeat(60);
    var archive = tar(format, deep + "/file", "long".repeat(300), "short", "");

    assertThat(read(archive)).containsExactly(deep + "/file=" + "long".repeat(300), "short=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pax", "gnu"})
  void namesBeyondTheHeaderAreRead(String format) throws Exception {
    var name = "n".repeat(200);

    assertThat(read(tar(format, name, "content"))).containsExactly(name + "=content");
  }

  @Test
  void linksAreNotRegularFiles() throws Exception {
    Files.createSymbolicLink(folder.resolve("link"), Path.of("target"));
    var archive = pack("gnu", "link");

    var entry = new TarEntries(new ByteArrayInputStream(archive)).next().orElseThrow();

    assertThat(entry.name()).isEqualTo("link");
    assertThat(entry.regular()).isFalse();
  }

  @Test
  void archiveCutWithinAFileIsNoticed() throws Exception {
    var archive = Arrays.copyOf(tar("gnu", "file", "x".repeat(2000)), 1000);

    assertThatThrownBy(() -> read(archive)).isInstanceOf(EOFException.class);
  }

  private static List<String> read(byte[] archive) throws IOException {
    var entries = new TarEntries(new ByteArrayInputStream(archive));
    var found = new ArrayList<String>();
    for (var entry = entries.next(); entry.isPresent(); entry = entries.next()) {
      var content = new ByteArrayOutputStream();
      entries.copyTo(content);
      found.add(entry.get().name() + "=" + content.toString(StandardCharsets.UTF_8));
    }
    return found;
  }

  private byte[] tar(String format, String... namesAndContents) throws Exception {
    var names = new ArrayList<String>();
    for (var i = 0; i < namesAndContents.length; i += 2) {
      var file = folder.resolve(namesAndContents[i]);
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, namesAndContents[i + 1]);
      names.add("./" + namesAndContents[i]);
    }
    return pack(format, names.toArray(String[]::new));
  }

  private byte[] pack(String format, String... names) throws Exception {
    var command = new ArrayList<>(Arrays.asList("tar", "--format=" + format, "-cf", "archive"));
    command.addAll(Arrays.asList(names));
    var process = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    return Files.readAllBytes(folder.resolve("archive"));
  }
}
