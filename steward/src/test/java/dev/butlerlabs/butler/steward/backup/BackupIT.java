package dev.butlerlabs.butler.steward.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Leases;
import dev.butlerlabs.butler.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BackupIT {

  private final Lab lab = new Lab();

  @AfterAll
  void stop() {
    lab.close();
  }

  @Test
  void restoreIntoAnotherTenantHoldsTheSameAndSparesTheNeighbours(@TempDir Path disk) {
    var source = lab.settled("source");
    var target = lab.settled("target");
    var neighbour = lab.settled("neighbour");
    lab.fill(source, 1_200, 300);
    lab.fill(neighbour, 5, 10);
    var folder = new BackupFolder(disk.resolve("source"));

    var saved = Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));
    var loaded = Lab.value(Backups.load(lab.root, target, folder, saved.name()));

    assertThat(saved.keys()).isEqualTo(1_200);
    assertThat(loaded.content()).isEqualTo(saved.content());
    assertThat(lab.content(target, 0)).isEqualTo(lab.content(source, 0)).hasSize(1_200);
    assertThat(lab.content(neighbour, 0)).hasSize(5);
  }

  @Test
  void backupIsOfOneRevisionWhateverIsWrittenMeanwhile(@TempDir Path disk)
      throws InterruptedException {
    var corner = lab.settled("busy");
    lab.fill(corner, 1_000, 500);
    var stop = new AtomicBoolean();
    var written = new AtomicInteger();
    var writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (var i = 0; !stop.get(); i++) {
                    var key = Bytes.of("/" + corner.schema() + "/pods/default/" + i % 1_100);
                    lab.session().keys().put(key, Bytes.of("changed " + i), 0);
                    lab.session().keys().delete(new Span(key.plus(Bytes.of("x")), Bytes.EMPTY));
                    written.incrementAndGet();
                  }
                });
    var folder = new BackupFolder(disk);
    Await.untilTrue("it writes", () -> written.get() > 0);

    var saved = Lab.value(Backups.save(lab.root, corner, folder, Lab.NOON));
    var meanwhile = written.get();
    Await.untilTrue("something came after it", () -> written.get() > meanwhile + 1);
    stop.set(true);
    writer.join();

    var hash = new Hash();
    lab.content(corner, saved.revision()).forEach((key, value) -> hash.add(key, value));
    assertThat(saved.content()).isEqualTo(hash.text());
    assertThat(lab.content(corner, 0)).isNotEqualTo(lab.content(corner, saved.revision()));
  }

  @Test
  void keysThatEndByThemselvesStillDo(@TempDir Path disk) {
    var source = lab.settled("leased");
    var target = lab.settled("leased-again");
    long lease = Lab.answer(lab.session().leases().grant(Duration.ofMinutes(50)));
    lab.put(source, "events/a", "1", lease);
    lab.put(source, "events/b", "2", lease);
    lab.put(source, "pods/c", "3", 0);
    var folder = new BackupFolder(disk);

    var saved = Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));
    Lab.value(Backups.load(lab.root, target, folder, saved.name()));

    var keys = lab.keys(target, 0);
    assertThat(keys).hasSize(3);
    var again = keys.getFirst().lease();
    assertThat(again).isNotZero().isNotEqualTo(lease);
    assertThat(keys.get(1).lease()).isEqualTo(again);
    assertThat(keys.get(2).lease()).isZero();
    Leases.Life life = Lab.answer(lab.session().leases().life(again));
    assertThat(life.granted()).isBetween(Duration.ofMinutes(48), Duration.ofMinutes(50));
    Lab.answer(lab.session().leases().revoke(again));
    assertThat(lab.keys(target, 0)).hasSize(1);
    assertThat(lab.keys(source, 0)).hasSize(3);
  }

  @Test
  void dataIsNotWrittenOverData(@TempDir Path disk) {
    var source = lab.settled("over-source");
    var target = lab.settled("over-target");
    lab.fill(source, 10, 10);
    lab.put(target, "pods/mine", "keep me", 0);
    var folder = new BackupFolder(disk);
    var saved = Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));

    assertThat(Lab.problem(Backups.load(lab.root, target, folder, saved.name())))
        .contains("there is data already");
    assertThat(lab.content(target, 0)).hasSize(1);
  }

  @Test
  void damagedFileIsRefusedBeforeAnythingIsWritten(@TempDir Path disk) throws IOException {
    var source = lab.settled("damaged-source");
    var target = lab.settled("damaged-target");
    lab.fill(source, 200, 100);
    var folder = new BackupFolder(disk);
    var saved = Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));
    var file = disk.resolve(saved.name()).resolve("data");
    var bytes = Files.readAllBytes(file);
    bytes[bytes.length - 40] ^= 1;
    Files.write(file, bytes);

    assertThat(Lab.problem(Backups.load(lab.root, target, folder, saved.name())))
        .contains("damaged");
    assertThat(lab.content(target, 0)).isEmpty();
  }

  @Test
  void restoreThatWasCutOffCarriesOn(@TempDir Path disk) {
    var source = lab.settled("cut-source");
    var target = lab.settled("cut-target");
    lab.fill(source, 300, 50);
    var folder = new BackupFolder(disk);
    var saved = Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));
    lab.put(target, ".butler-restore", saved.content(), 0);
    lab.put(target, "pods/default/7", "half written", 0);

    var loaded = Lab.value(Backups.load(lab.root, target, folder, saved.name()));

    assertThat(loaded.keys()).isEqualTo(300);
    assertThat(lab.content(target, 0)).isEqualTo(lab.content(source, 0));
  }

  @Test
  void strangeKeyThatComesDuringARestoreIsFound(@TempDir Path disk) {
    var source = lab.settled("strange-source");
    var target = lab.settled("strange-target");
    lab.fill(source, 10, 50);
    var folder = new BackupFolder(disk);
    var saved = Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));
    lab.put(target, ".butler-restore", saved.content(), 0);
    lab.put(target, "pods/strange", "who wrote this", 0);

    assertThat(Lab.problem(Backups.load(lab.root, target, folder, saved.name())))
        .contains("somebody else wrote");
  }

  @Test
  void largeValuesMakeMorePagesAndNotLargerOnes(@TempDir Path disk) throws IOException {
    var source = lab.settled("large-source");
    var target = lab.settled("large-target");
    lab.fill(source, 12, 1_000_000);
    var folder = new BackupFolder(disk);

    var saved = Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));

    var pages = folder.manifest(saved.name()).orElseThrow().pages();
    assertThat(pages).hasSizeGreaterThan(2);
    assertThat(pages).allSatisfy(page -> assertThat(page.length()).isLessThan(9_000_000));
    Lab.value(Backups.load(lab.root, target, folder, saved.name()));
    assertThat(lab.content(target, 0)).isEqualTo(lab.content(source, 0));
  }

  @Test
  void pageThatWouldBeTooLargeIsReadInSmallerOnes(@TempDir Path disk) {
    var source = lab.settled("mixed");
    lab.fill(source, 900, 10);
    for (var i = 0; i < 20; i++) {
      lab.put(source, "secrets/" + i, "x".repeat(1_000_000), 0);
    }

    var saved = Lab.value(Backups.save(lab.root, source, new BackupFolder(disk), Lab.NOON));

    assertThat(saved.keys()).isEqualTo(920);
  }

  @Test
  void backupsAreForTheirOwnerOnly(@TempDir Path disk) throws IOException {
    var corner = lab.settled("kept");
    lab.fill(corner, 3, 10);
    var folder = new BackupFolder(disk.resolve("kept"));

    var saved = Lab.value(Backups.save(lab.root, corner, folder, Lab.NOON));

    for (var file : List.of("", saved.name(), saved.name() + "/data")) {
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(folder.folder().resolve(file))))
          .as(file)
          .endsWith("------");
    }
  }
}
