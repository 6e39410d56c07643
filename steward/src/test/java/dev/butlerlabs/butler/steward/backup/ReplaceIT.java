package dev.butlerlabs.butler.steward.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.steward.store.driver.Corner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A restore in place of what a tenant holds, cut off wherever it can be. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplaceIT {

  private final Lab lab = new Lab();

  @AfterAll
  void stop() {
    lab.close();
  }

  /** The states a kill can leave behind, in the order a restore over data goes through them. */
  @Test
  void restoreOverDataKilledAtAnyPointIsFinishedByTheNext(@TempDir Path disk) throws IOException {
    var source = lab.settled("over-any");
    lab.fill(source, 150, 40);
    var folder = new BackupFolder(disk.resolve("source"));
    var saved = Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));
    var mark = ".butler-restore";
    List<Consumer<Corner>> states =
        List.of(
            corner -> lab.fill(corner, 70, 10),
            corner -> {
              lab.fill(corner, 70, 10);
              lab.put(corner, mark, "emptying for " + saved.content(), 0);
            },
            corner -> {
              lab.fill(corner, 3, 10);
              lab.put(corner, mark, "emptying for " + saved.content(), 0);
            },
            corner -> lab.put(corner, mark, "emptying for " + saved.content(), 0),
            corner -> lab.put(corner, mark, saved.content(), 0),
            corner -> {
              lab.put(corner, mark, saved.content(), 0);
              lab.fill(corner, 80, 40);
            },
            corner -> {
              lab.put(corner, mark, saved.content(), 0);
              lab.fill(corner, 150, 40);
            },
            corner -> lab.fill(corner, 150, 40),
            corner -> {
              lab.put(corner, mark, "of another backup", 0);
              lab.put(corner, "pods/default/left-over", "x", 0);
            });
    for (var i = 0; i < states.size(); i++) {
      var corner = lab.settled("over-any-" + i);
      states.get(i).accept(corner);
      var own = new BackupFolder(disk.resolve("own-" + i));

      var loaded =
          Lab.value(Backups.replace(lab.root, corner, folder, saved.name(), own, false, Lab.NOON));

      assertThat(loaded.content()).isEqualTo(saved.content());
      assertThat(lab.content(corner, 0)).as("state %d", i).isEqualTo(lab.content(source, 0));
      assertThat(own.all()).as("safety copies of state %d", i).hasSize(i == 0 ? 1 : 0);
    }
  }

  @Test
  void whatARestoreReplacesCanItselfBeRestored(@TempDir Path disk) throws IOException {
    var source = lab.settled("swap-source");
    var target = lab.settled("swap-target");
    lab.fill(source, 20, 10);
    lab.fill(target, 90, 30);
    var before = lab.content(target, 0);
    var folder = new BackupFolder(disk.resolve("source"));
    var own = new BackupFolder(disk.resolve("own"));
    var saved = Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));

    Lab.value(Backups.replace(lab.root, target, folder, saved.name(), own, false, Lab.NOON));
    var safety = own.all().getFirst().name();
    Lab.value(
        Backups.replace(
            lab.root, target, own, safety, own, false, Lab.NOON.plus(Duration.ofSeconds(5))));

    assertThat(lab.content(target, 0)).isEqualTo(before);
    assertThat(own.all()).hasSize(2);
  }

  @Test
  void halfWrittenBackupIsNeverTakenForAWholeOne(@TempDir Path disk) throws IOException {
    var source = lab.settled("half-source");
    var target = lab.settled("half-target");
    lab.fill(source, 50, 10);
    var folder = new BackupFolder(disk);
    var saved = Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));
    var one = disk.resolve(saved.name());
    var manifest = Files.readAllBytes(one.resolve("manifest.json"));
    var data = Files.readAllBytes(one.resolve("data"));

    for (var cut : List.of(0, 1, manifest.length / 2, manifest.length - 1)) {
      Files.write(one.resolve("manifest.json"), Arrays.copyOf(manifest, cut));
      assertThat(Lab.problem(Backups.load(lab.root, target, folder, saved.name())))
          .contains("not whole");
    }
    Files.write(one.resolve("manifest.json"), manifest);
    for (var cut : List.of(0, 1, data.length / 2, data.length - 1)) {
      Files.write(one.resolve("data"), Arrays.copyOf(data, cut));
      assertThat(Lab.problem(Backups.load(lab.root, target, folder, saved.name())))
          .contains("damaged");
    }
    assertThat(lab.content(target, 0)).isEmpty();
  }
}
