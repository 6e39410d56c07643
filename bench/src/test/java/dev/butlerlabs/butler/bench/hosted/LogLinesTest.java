package dev.butlerlabs.butler.bench.hosted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {

  @TempDir private Path folder;

  @Test
  void linesAreHandedOverWholeAndOnce() throws IOException {
    var file = write("log", "before\n");
    try (var lines = new LogLines(file)) {
      write("log", "one\ntw");
      assertThat(all(lines)).containsExactly("one");

      write("log", "o\n");
      assertThat(all(lines)).containsExactly("two");
      assertThat(all(lines)).isEmpty();
    }
  }

  @Test
  void nothingIsLostWhereALogIsSetAside() throws IOException {
    var file = write("log", "");
    try (var lines = new LogLines(file)) {
      write("log", "one\n");
      Files.move(file, folder.resolve("log.1"));
      write("log.1", "two\n");
      write("log", "three\n");

      assertThat(all(lines)).containsExactly("one", "two", "three");
    }
  }

  private static List<String> all(LogLines lines) throws IOException {
    var all = new ArrayList<String>();
    while (lines.next(all::add)) {}
    return all;
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(
        folder.resolve(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
