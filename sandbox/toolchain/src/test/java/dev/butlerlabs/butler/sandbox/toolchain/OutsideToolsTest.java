package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A copy of the java command stands for a compiled program, one that does not know the question.
 */
class OutsideToolsTest {

  @TempDir Path folder;
  private OutsideTools outside;
  private Path program;

  @BeforeEach
  void copyProgram() throws IOException {
    outside = new OutsideTools(folder.resolve("cache"), new Programs(Map.of()));
    program = folder.resolve("program");
    Files.copy(Path.of(System.getProperty("java.home"), "bin", "java"), program);
  }

  @Test
  void whatACompiledProgramSaidIsRememberedUntilItChanges() throws IOException {
    var first = outside.ask(program, VersionQuestion.ETCD);
    rewriteMemory("unknown", "from memory");
    var second = outside.ask(program, VersionQuestion.ETCD);
    Files.setLastModifiedTime(program, FileTime.from(Instant.parse("2026-01-02T12:00:00Z")));
    var third = outside.ask(program, VersionQuestion.ETCD);

    assertThat(first.version()).isEqualTo("unknown");
    assertThat(second).isEqualTo(new OutsideTools.Known("from memory", first.sha256()));
    assertThat(third).isEqualTo(first);
  }

  @Test
  void damagedMemoryIsNotBelieved() throws IOException {
    var first = outside.ask(program, VersionQuestion.ETCD);
    rewriteMemory("unknown\n", "");

    assertThat(outside.ask(program, VersionQuestion.ETCD)).isEqualTo(first);
  }

  private void rewriteMemory(String from, String to) throws IOException {
    List<Path> notes;
    try (var files = Files.list(folder.resolve("cache/outside"))) {
      notes = files.toList();
    }
    assertThat(notes).hasSize(1);
    Files.writeString(notes.getFirst(), Files.readString(notes.getFirst()).replace(from, to));
  }
}
