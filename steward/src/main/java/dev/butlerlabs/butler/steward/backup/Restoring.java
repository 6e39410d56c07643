package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.api.steward.BackupStatus;
import dev.butlerlabs.butler.api.steward.BackupStatus.Restore;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.steward.backup.Backups.Summary;
import dev.butlerlabs.butler.steward.backup.Shelf.Find;
import dev.butlerlabs.butler.steward.backup.Shelf.Room;
import dev.butlerlabs.butler.steward.backup.plan.BackupWords;
import dev.butlerlabs.butler.steward.plane.plan.Hold;
import dev.butlerlabs.butler.steward.store.driver.Told;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One step of a restore: the backup is chosen, checked and written down; when the tenant sleeps,
 * what it held is saved and replaced; then it may wake. Killed anywhere, the next one carries on.
 */
final class Restoring {

  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final Duration REFUSED = Duration.ofMinutes(1);
  private static final int NAMED = 5;

  private final Desk desk;
  private final Room room;
  private final Instant now;
  private TenantControlPlane plane;

  /**
   * A step for what is stored now.
   *
   * @param plane as stored, never as cached: an old status would restore what was restored
   */
  Restoring(Desk desk, TenantControlPlane plane, Room room, Context context) {
    this.desk = desk;
    this.plane = plane;
    this.room = room;
    this.now = context.now().truncatedTo(ChronoUnit.SECONDS);
  }

  Outcome run() {
    var wanted = Hold.wanted(plane);
    if (wanted.isPresent()) {
      var stopped = choose(wanted.get());
      if (stopped.isPresent()) {
        return stopped.get();
      }
    }
    var restore = Hold.last(plane).filter(one -> one.finished() == null);
    return restore.isEmpty() ? Outcome.settled() : carryOn(restore.get());
  }

  /** Nothing is touched before the whole file was found to be as it was saved. */
  private Optional<Outcome> choose(String order) {
    var from = Objects.requireNonNull(plane.getSpec().restoreFrom());
    var name = Objects.requireNonNullElse(from.controlPlane(), plane.getMetadata().getName());
    var corner = Desk.corner(plane);
    var chosen =
        Backups.filing(corner, () -> Told.done(desk.shelf.all(room, name)))
            .then(all -> found(all, name, from.backup()))
            .then(one -> Backups.check(corner, one.folder(), one.name()).then(it -> fit(one, it)));
    return switch (chosen) {
      case Told.Refused<Find>(var problem) -> Optional.of(failed(problem, REFUSED));
      case Told.Unreachable<Find>(var problem, _) -> Optional.of(failed(problem, AGAIN));
      case Told.Done<Find>(var one) ->
          record(new Restore(order, name, one.uid(), one.name(), now, null));
    };
  }

  private Told<Find> found(List<Find> all, String name, @Nullable String backup) {
    var one = Shelf.choose(all, backup);
    if (one.isPresent()) {
      return Told.done(one.get());
    }
    var there = all.stream().limit(NAMED).map(Find::name).toList();
    return Told.refused(
        "backups of %s/%s".formatted(room.name(), name),
        backup == null ? "there is no whole one" : "there is no whole one named " + backup,
        there.isEmpty() ? "correct restoreFrom" : "there are " + String.join(", ", there));
  }

  private Told<Find> fit(Find one, Manifest manifest) {
    return Boolean.TRUE.equals(manifest.encrypted())
            && !one.uid().equals(plane.getMetadata().getUid())
        ? Told.refused(
            "backup " + one.name(),
            "it is encrypted with keys that only the control plane it is of has",
            "restore it there")
        : Told.done(one);
  }

  private Optional<Outcome> record(Restore restore) {
    var before = Desk.status(plane);
    var status = new BackupStatus(before.last(), before.kept(), before.next(), restore);
    var told = desk.tell(plane, status, saved(), Optional.of(waits("the tenant is put to sleep")));
    return switch (told) {
      case Answer.Failed<TenantControlPlane>(var why) -> Optional.of(why.outcome());
      case Answer.Done<TenantControlPlane>(var stored) -> {
        plane = stored;
        var note = "restore of backup %s of %s".formatted(restore.backup(), restore.controlPlane());
        desk.events.tell(plane, BackupEvent.RESTORE_BEGAN, note);
        yield Optional.empty();
      }
    };
  }

  private Outcome carryOn(Restore restore) {
    var awake =
        new Sleep(desk.client, plane).awaited(Objects.requireNonNullElse(restore.order(), ""));
    if (awake.isPresent()) {
      return tell(waits(awake.get()), Outcome.lookAgain(AGAIN));
    }
    var name = Objects.requireNonNullElse(restore.controlPlane(), "");
    var source = desk.shelf.of(room, name, Objects.requireNonNullElse(restore.uid(), ""));
    var own = desk.shelf.of(room, plane.getMetadata().getName(), plane.getMetadata().getUid());
    var backup = Objects.requireNonNullElse(restore.backup(), "");
    var loaded =
        desk.stores
            .etcd(Desk.store(plane).orElseThrow())
            .then(
                client ->
                    Backups.replace(
                        client,
                        Desk.corner(plane),
                        source,
                        backup,
                        own,
                        Desk.encrypted(plane),
                        now));
    return switch (loaded) {
      case Told.Done<Summary>(var summary) -> finished(restore, summary);
      case Told.Refused<Summary>(var problem) -> failed(problem, REFUSED);
      case Told.Unreachable<Summary>(var problem, var after) ->
          failed(problem, after.compareTo(AGAIN) > 0 ? after : AGAIN);
    };
  }

  private Outcome finished(Restore restore, Summary summary) {
    var done =
        new Restore(
            restore.order(),
            restore.controlPlane(),
            restore.uid(),
            restore.backup(),
            restore.begun(),
            now);
    var before = Desk.status(plane);
    var status = new BackupStatus(before.last(), before.kept(), before.next(), done);
    var words =
        "its state was taken from backup %s of %s".formatted(done.backup(), done.controlPlane());
    var told =
        desk.tell(
            plane,
            status,
            saved(),
            Optional.of(Verdict.yes(BackupWords.RESTORED, "Restored", words)));
    if (told instanceof Answer.Failed<TenantControlPlane>(var why)) {
      return why.outcome();
    }
    var note = "%s: %d keys, hash %s".formatted(words, summary.keys(), summary.content());
    desk.events.tell(plane, BackupEvent.RESTORED, note);
    return Outcome.settled();
  }

  private Outcome failed(Problem problem, Duration after) {
    var cause = Desk.cause("RestoreFailed", problem);
    desk.events.tell(plane, BackupEvent.RESTORE_FAILED, cause.sentence());
    return tell(
        Verdict.no(BackupWords.RESTORED, cause.reason(), cause.sentence()),
        Outcome.lookAgain(after));
  }

  private Outcome tell(Verdict restored, Outcome next) {
    return desk.tell(plane, Desk.status(plane), saved(), Optional.of(restored))
            instanceof Answer.Failed<TenantControlPlane>(var why)
        ? why.outcome()
        : next;
  }

  private Optional<Verdict> saved() {
    return BackupWords.asBefore(plane, BackupWords.BACKED_UP);
  }

  private static Verdict waits(String what) {
    var cause = new Cause("WaitingForSleep", what, "data is put in place after", "");
    return Verdict.no(BackupWords.RESTORED, cause.reason(), cause.sentence());
  }
}
