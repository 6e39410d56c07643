package dev.butlerlabs.butler.steward.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.steward.backup.Backups.Summary;
import dev.butlerlabs.butler.steward.backup.plan.Schedule;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Corners;
import dev.butlerlabs.butler.steward.store.driver.EtcdDriver;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.KeyValue;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Page;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Leases;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.steward.store.etcd.Session;
import dev.butlerlabs.butler.testkit.RealEtcd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BackupIT {

  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  private final RealEtcd etcd = RealEtcd.start();
  private final EtcdDriver driver = Corners.driver(etcd);
  private final EtcdClient root = Corners.root(etcd);

  @AfterAll
  void stop() {
    root.close();
    driver.close();
    etcd.close();
  }

  @Test
  void restoreIntoAnotherTenantHoldsTheSameAndSparesTheNeighbours(@TempDir Path disk) {
    var source = settled("source");
    var target = settled("target");
    var neighbour = settled("neighbour");
    fill(source, 1_200, 300);
    fill(neighbour, 5, 10);
    var folder = new BackupFolder(disk.resolve("source"));

    var saved = value(Backups.save(root, source, folder, NOON));
    var loaded = value(Backups.load(root, target, folder, saved.name()));

    assertThat(saved.keys()).isEqualTo(1_200);
    assertThat(loaded.content()).isEqualTo(saved.content());
    assertThat(content(target, 0)).isEqualTo(content(source, 0)).hasSize(1_200);
    assertThat(content(neighbour, 0)).hasSize(5);
  }

  @Test
  void backupIsOfOneRevisionWhateverIsWrittenMeanwhile(@TempDir Path disk)
      throws InterruptedException {
    var corner = settled("busy");
    fill(corner, 1_000, 500);
    var stop = new AtomicBoolean();
    var writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (var i = 0; !stop.get(); i++) {
                    var key = Bytes.of("/" + corner.schema() + "/pods/default/" + i % 1_100);
                    session().keys().put(key, Bytes.of("changed " + i), 0);
                    session().keys().delete(new Span(key.plus(Bytes.of("x")), Bytes.EMPTY));
                  }
                });
    var folder = new BackupFolder(disk);

    var saved = value(Backups.save(root, corner, folder, NOON));
    stop.set(true);
    writer.join();

    var hash = new Hash();
    content(corner, saved.revision()).forEach((key, value) -> hash.add(key, value));
    assertThat(saved.content()).isEqualTo(hash.text());
    assertThat(content(corner, 0)).isNotEqualTo(content(corner, saved.revision()));
  }

  @Test
  void keysThatEndByThemselvesStillDo(@TempDir Path disk) {
    var source = settled("leased");
    var target = settled("leased-again");
    long lease = answer(session().leases().grant(Duration.ofMinutes(50)));
    put(source, "events/a", "1", lease);
    put(source, "events/b", "2", lease);
    put(source, "pods/c", "3", 0);
    var folder = new BackupFolder(disk);

    var saved = value(Backups.save(root, source, folder, NOON));
    value(Backups.load(root, target, folder, saved.name()));

    var keys = keys(target, 0);
    assertThat(keys).hasSize(3);
    var again = keys.getFirst().lease();
    assertThat(again).isNotZero().isNotEqualTo(lease);
    assertThat(keys.get(1).lease()).isEqualTo(again);
    assertThat(keys.get(2).lease()).isZero();
    Leases.Life life = answer(session().leases().life(again));
    assertThat(life.granted()).isBetween(Duration.ofMinutes(48), Duration.ofMinutes(50));
    answer(session().leases().revoke(again));
    assertThat(keys(target, 0)).hasSize(1);
    assertThat(keys(source, 0)).hasSize(3);
  }

  @Test
  void dataIsNotWrittenOverData(@TempDir Path disk) {
    var source = settled("over-source");
    var target = settled("over-target");
    fill(source, 10, 10);
    put(target, "pods/mine", "keep me", 0);
    var folder = new BackupFolder(disk);
    var saved = value(Backups.save(root, source, folder, NOON));

    assertThat(problem(Backups.load(root, target, folder, saved.name())))
        .contains("1 keys already");
    assertThat(content(target, 0)).hasSize(1);
  }

  @Test
  void damagedFileIsRefusedBeforeAnythingIsWritten(@TempDir Path disk) throws IOException {
    var source = settled("damaged-source");
    var target = settled("damaged-target");
    fill(source, 200, 100);
    var folder = new BackupFolder(disk);
    var saved = value(Backups.save(root, source, folder, NOON));
    var file = disk.resolve(saved.name()).resolve("data");
    var bytes = Files.readAllBytes(file);
    bytes[bytes.length - 40] ^= 1;
    Files.write(file, bytes);

    assertThat(problem(Backups.load(root, target, folder, saved.name()))).contains("damaged");
    assertThat(content(target, 0)).isEmpty();
  }

  @Test
  void restoreThatWasCutOffCarriesOn(@TempDir Path disk) {
    var source = settled("cut-source");
    var target = settled("cut-target");
    fill(source, 300, 50);
    var folder = new BackupFolder(disk);
    var saved = value(Backups.save(root, source, folder, NOON));
    put(target, ".butler-restore", saved.content(), 0);
    put(target, "pods/default/7", "half written", 0);

    var loaded = value(Backups.load(root, target, folder, saved.name()));

    assertThat(loaded.keys()).isEqualTo(300);
    assertThat(content(target, 0)).isEqualTo(content(source, 0));
  }

  @Test
  void strangeKeyThatComesDuringARestoreIsFound(@TempDir Path disk) {
    var source = settled("strange-source");
    var target = settled("strange-target");
    fill(source, 10, 50);
    var folder = new BackupFolder(disk);
    var saved = value(Backups.save(root, source, folder, NOON));
    put(target, ".butler-restore", saved.content(), 0);
    put(target, "pods/strange", "who wrote this", 0);

    assertThat(problem(Backups.load(root, target, folder, saved.name())))
        .contains("somebody else wrote");
  }

  @Test
  void largeValuesMakeMorePagesAndNotLargerOnes(@TempDir Path disk) throws IOException {
    var source = settled("large-source");
    var target = settled("large-target");
    fill(source, 12, 1_000_000);
    var folder = new BackupFolder(disk);

    var saved = value(Backups.save(root, source, folder, NOON));

    var pages = folder.manifest(saved.name()).orElseThrow().pages();
    assertThat(pages).hasSizeGreaterThan(2);
    assertThat(pages).allSatisfy(page -> assertThat(page.length()).isLessThan(9_000_000));
    value(Backups.load(root, target, folder, saved.name()));
    assertThat(content(target, 0)).isEqualTo(content(source, 0));
  }

  @Test
  void pageThatWouldBeTooLargeIsReadInSmallerOnes(@TempDir Path disk) {
    var source = settled("mixed");
    fill(source, 900, 10);
    for (var i = 0; i < 20; i++) {
      put(source, "secrets/" + i, "x".repeat(1_000_000), 0);
    }

    var saved = value(Backups.save(root, source, new BackupFolder(disk), NOON));

    assertThat(saved.keys()).isEqualTo(920);
  }

  @Test
  void backupsAreForTheirOwnerOnlyAndOldOnesGo(@TempDir Path disk) throws IOException {
    var corner = settled("kept");
    fill(corner, 3, 10);
    var folder = new BackupFolder(disk.resolve("kept"));
    var schedule = new Schedule(Duration.ofHours(1), 2);
    for (var hour = 0; hour < 4; hour++) {
      var now = NOON.plus(Duration.ofHours(hour));
      assertThat(Backups.keep(root, corner, folder, schedule, now))
          .isEqualTo(Told.done(now.plus(Duration.ofHours(1))));
    }

    assertThat(folder.all())
        .extracting(Schedule.Kept::name)
        .containsExactlyInAnyOrder("20300101T140000Z", "20300101T150000Z");
    for (var file : List.of("", "20300101T150000Z", "20300101T150000Z/data")) {
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(folder.folder().resolve(file))))
          .as(file)
          .endsWith("------");
    }
  }

  private Corner settled(String name) {
    var corner = Corners.named(name);
    Corners.value(driver.ensure(corner));
    return corner;
  }

  private void fill(Corner corner, int count, int size) {
    for (var i = 0; i < count; i++) {
      put(corner, "pods/default/" + i, "x".repeat(size) + i, 0);
    }
  }

  private void put(Corner corner, String key, String value, long lease) {
    var reply =
        session().keys().put(Bytes.of("/" + corner.schema() + "/" + key), Bytes.of(value), lease);
    assertThat(reply).isEqualTo(Reply.answered(true));
  }

  private Map<Bytes, Bytes> content(Corner corner, long revision) {
    var content = new TreeMap<Bytes, Bytes>();
    var prefix = EtcdDriver.prefix(corner);
    keys(corner, revision)
        .forEach(one -> content.put(one.key().from(prefix.length()), one.value()));
    return content;
  }

  private List<KeyValue> keys(Corner corner, long revision) {
    var span = Span.under(EtcdDriver.prefix(corner));
    Page page = answer(session().keys().page(span, 0, revision));
    return page.keys();
  }

  private Session session() {
    return root.within(Duration.ofSeconds(20));
  }

  private static Summary value(Told<Summary> told) {
    return Corners.value(told);
  }

  private static String problem(Told<Summary> told) {
    return switch (told) {
      case Told.Refused<Summary>(var problem) -> problem.sentence();
      default -> throw new AssertionError("not refused: " + told);
    };
  }

  private static <T> T answer(Reply<T> reply) {
    return switch (reply) {
      case Reply.Answered<T>(var value) -> value;
      default -> throw new AssertionError(reply);
    };
  }
}
