package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolCacheTest {

  private static final Recipe RECIPE = new Recipe("hello", "1.0-linux-amd64-0123456789ab");
  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  @TempDir Path root;
  private ToolCache cache;

  @BeforeEach
  void open() {
    cache = new ToolCache(root);
  }

  @Test
  void storedEntryIsFoundWithItsReceipt() throws IOException {
    store("content");

    var entry = cache.find(RECIPE).orElseThrow();

    assertThat(entry.folder().resolve("hello")).hasContent("content");
    assertThat(entry.receipt().version()).isEqualTo("1.0");
    assertThat(entry.receipt().when()).isEqualTo(NOON);
    assertThat(entry.receipt().source()).isEqualTo(new Source.Built(7));
    assertThat(entry.receipt().files())
        .extracting(Receipt.FileMark::name, Receipt.FileMark::size)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("hello", 7L));
  }

  @Test
  void emptyCacheHasNothing() throws IOException {
    assertThat(cache.find(RECIPE)).isEmpty();
  }

  @Test
  void anotherRecipeIsAnotherEntry() throws IOException {
    store("content");

    assertThat(cache.find(new Recipe("hello", "1.0-linux-amd64-ba9876543210"))).isEmpty();
  }

  @Test
  void shortenedFileIsNoticed() throws IOException {
    Files.writeString(store("content").resolve("hello"), "cont");

    assertThat(cache.find(RECIPE)).isEmpty();
  }

  @Test
  void changedFileOfTheSameSizeIsNoticed() throws IOException {
    var file = store("content").resolve("hello");
    Files.writeString(file, "CONTENT");
    Files.setLastModifiedTime(file, FileTime.from(NOON));

    assertThat(cache.find(RECIPE)).isEmpty();
  }

  @Test
  void touchedFileWithTheSameContentIsStillGood() throws IOException {
    Files.setLastModifiedTime(store("content").resolve("hello"), FileTime.from(NOON));

    assertThat(cache.find(RECIPE)).isPresent();
  }

  @Test
  void missingFileIsNoticed() throws IOException {
    Files.delete(store("content").resolve("hello"));

    assertThat(cache.find(RECIPE)).isEmpty();
  }

  @Test
  void receiptCutShortIsNoticed() throws IOException {
    var note = store("content").resolve("receipt");
    var text = Files.readString(note);
    for (var length = 0; length < text.length() - 2; length += 7) {
      Files.writeString(note, text.substring(0, length));
      assertThat(cache.find(RECIPE)).as("the first %d characters", length).isEmpty();
    }
  }

  @Test
  void storingReplacesADamagedEntryAndLeavesNoDrafts() throws IOException {
    Files.writeString(store("content").resolve("hello"), "cont");

    store("better");

    assertThat(cache.find(RECIPE).orElseThrow().folder().resolve("hello")).hasContent("better");
    assertThat(root.resolve("hello")).isDirectoryNotContaining("glob:**/.draft-*");
  }

  @Test
  void draftOfAKilledRunIsNeverFoundAndSweptByTheNextHolder() throws IOException {
    Path left;
    try (var _ = cache.lock(RECIPE)) {
      left = cache.draft(RECIPE);
      Files.writeString(left.resolve("hello"), "half");
    }

    assertThat(cache.find(RECIPE)).isEmpty();
    try (var _ = cache.lock(RECIPE)) {
      assertThat(left).doesNotExist();
    }
  }

  @Test
  void lockIsHeldAgainstOtherThreads() throws Exception {
    try (var _ = cache.lock(RECIPE)) {
      assertThat(new ToolCache(root).tryLock(RECIPE)).isEmpty();
    }
    try (var again = new ToolCache(root).tryLock(RECIPE).orElseThrow()) {
      assertThat(again.channel().isOpen()).isTrue();
    }
  }

  @Test
  void killedProcessGivesItsLockAndDraftFree() throws Exception {
    var holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                root.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var said = holder.inputReader()) {
      var draft = Path.of(Objects.requireNonNull(said.readLine()));
      assertThat(draft).isDirectory();
      assertThat(cache.tryLock(RECIPE)).isEmpty();

      holder.destroyForcibly().waitFor();

      try (var _ = cache.lock(RECIPE)) {
        assertThat(draft).doesNotExist();
      }
    }
  }

  /** Another process that gets no further than its draft. */
  static final class Holder {
    public static void main(String[] arguments) throws IOException {
      var cache = new ToolCache(Path.of(arguments[0]));
      var lock = cache.lock(RECIPE);
      System.out.println(cache.draft(RECIPE));
      while (lock.channel().isOpen()) {
        LockSupport.park();
      }
    }
  }

  private Path store(String content) throws IOException {
    try (var _ = cache.lock(RECIPE)) {
      var draft = cache.draft(RECIPE);
      Files.writeString(draft.resolve("hello"), content);
      return cache.store(RECIPE, draft, "1.0", new Source.Built(7), NOON).folder();
    }
  }
}
