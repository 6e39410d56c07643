package dev.butlerlabs.butler.steward.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.BackupStatus;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.steward.backup.plan.Schedule.Kept;
import dev.butlerlabs.butler.steward.store.StoreProcess;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A control plane with a schedule, the reconciler in its engine, and a clock the test moves. */
@OnRealApiServer
class ScheduleIT {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final String FIRST = "20300101T120000Z";
  private static final String SECOND = "20300101T130000Z";
  private static final String THIRD = "20300101T140000Z";
  private static final String FOURTH = "20300101T150000Z";

  @Test
  void everyHourOneIsMadeAndTheOldestGoesAlsoWhenTheProcessIsAnotherOne(
      TestCluster cluster, @TempDir Path disk) {
    BackupReconcilerIT.install(cluster);
    try (var lab = new Lab();
        var stores = StoreProcess.start(cluster, lab.etcd)) {
      var store = stores.create("hourly", lab.etcd.endpoint());
      BackupReconcilerIT.awaitStore(cluster, store);
      var plane =
          BackupReconcilerIT.order(
              stores.client(), cluster.namespace(), "backup: {every: 1h, keep: 2}");
      BackupReconcilerIT.placed(stores.client(), plane, store, true);
      lab.fill(Desk.corner(plane), 30, 20);
      var shelf = BackupReconcilerIT.own(stores.client(), disk, cluster.namespace());

      try (var process = new Lifetime(stores, disk, Lab.NOON)) {
        process.awaitBackup(cluster, FIRST);
        process.passes(HOUR);
        process.awaitBackup(cluster, SECOND);
        assertThat(names(shelf)).containsExactly(FIRST, SECOND);
        process.passes(HOUR);
        assertThat(process.awaitBackup(cluster, THIRD))
            .isEqualTo(List.of(2, Lab.NOON.plus(HOUR.multipliedBy(3))));
        assertThat(names(shelf)).as("keep: 2").containsExactly(SECOND, THIRD);
      }

      var left = BackupReconciler.SETTINGS.deadline().plusMinutes(10);
      var later = Lab.NOON.plus(HOUR.multipliedBy(3)).minus(left);
      try (var process = new Lifetime(stores, disk, later)) {
        process.awaitAlarm(later.plus(left));
        assertThat(names(shelf)).as("a new process makes none before its time").hasSize(2);
        process.passes(left);
        process.awaitBackup(cluster, FOURTH);
        assertThat(names(shelf)).containsExactly(THIRD, FOURTH);
      }
    }
  }

  private static List<String> names(BackupFolder shelf) {
    try {
      return shelf.all().stream().map(Kept::name).sorted().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** A manager that knows nothing of the one before. */
  private static final class Lifetime implements AutoCloseable {
    private final StoreProcess stores;
    private final SteppedTimeline timeline;
    private final Engine engine;

    Lifetime(StoreProcess stores, Path disk, Instant now) {
      this.stores = stores;
      this.timeline = new SteppedTimeline(now);
      var client = stores.client();
      engine =
          new Engine(
              new Engine.Parts(
                  client,
                  timeline,
                  Leadership.always(),
                  new PatchedFinalizers(client),
                  new SimpleMeterRegistry(),
                  new Random(1)));
      engine.add(
          "backups",
          BackupReconciler.watches(),
          new BackupReconciler(client, stores.stores(), disk, timeline, "test"),
          BackupReconciler.SETTINGS);
      engine.start();
    }

    /** How many are kept and when the next one is due, as soon as that one is told. */
    List<Object> awaitBackup(TestCluster cluster, String name) {
      Await.untilTrue(name + " is told", () -> name.equals(last(cluster)));
      var told = told(cluster);
      var next = Objects.requireNonNull(told.next());
      awaitAlarm(next);
      return List.of(Objects.requireNonNull(told.kept()), next);
    }

    /** The run is over when it has said when to come again, and its own deadline is none before. */
    void awaitAlarm(Instant next) {
      Await.untilTrue(
          "it comes again at " + next, () -> timeline.next().filter(next::equals).isPresent());
    }

    void passes(Duration time) {
      timeline.advance(time);
    }

    private String last(TestCluster cluster) {
      var last = told(cluster).last();
      return last == null ? "" : String.valueOf(last.name());
    }

    private BackupStatus told(TestCluster cluster) {
      return Desk.status(BackupReconcilerIT.plane(stores.client(), cluster.namespace()));
    }

    @Override
    public void close() {
      engine.close();
    }
  }
}
