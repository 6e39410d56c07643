package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.ReadyCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/**
 * Where an etcd keeps its data. An etcd that is killed between making its log and writing its own
 * membership into it never elects a leader again, however often it is started. A mark beside the
 * folder therefore stands from before the first start until the store has served once; what is
 * found behind the mark was never served to anybody and is made anew.
 */
record StoreFolder(Path data, Path mark) {

  static StoreFolder of(Home home, String name) {
    return new StoreFolder(home.file(name), home.file(name + ".founding"));
  }

  /** The folder, fit for a start. To be asked before each start of the program. */
  Path prepare() {
    if (Files.exists(mark)) {
      clear();
    } else if (!Files.exists(data.resolve("member"))) {
      PrivateFiles.writeForGood(mark, "This store has not served yet.\n");
    }
    return PrivateFiles.folder(data);
  }

  /** The same look; the first time it finds nothing missing, the data counts. */
  ReadyCheck countingFrom(ReadyCheck check) {
    return () -> {
      Optional<String> missing = check.missing();
      if (missing.isEmpty()) {
        Files.deleteIfExists(mark);
      }
      return missing;
    };
  }

  private void clear() {
    if (!Files.exists(data)) {
      return;
    }
    try (var files = Files.walk(data)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new Refusal(
          data.toString(),
          "was left half made by an earlier start and cannot be cleared: " + e,
          "remove this folder by hand and start again");
    }
  }
}
