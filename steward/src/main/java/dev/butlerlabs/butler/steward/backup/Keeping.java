package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.api.steward.BackupStatus;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.steward.backup.Backups.Summary;
import dev.butlerlabs.butler.steward.backup.Shelf.Room;
import dev.butlerlabs.butler.steward.backup.plan.BackupWords;
import dev.butlerlabs.butler.steward.backup.plan.Schedule.Kept;
import dev.butlerlabs.butler.steward.backup.plan.Wish;
import dev.butlerlabs.butler.steward.plane.plan.Hold;
import dev.butlerlabs.butler.steward.store.driver.Told;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One look at a tenant's backups: makes one when it is time or somebody asked, removes what is too
 * many, tells. What there is is read off the files each time, so nothing has to be remembered.
 */
final class Keeping {

  private static final Duration AGAIN = Duration.ofSeconds(15);
  private static final Duration REFUSED = Duration.ofMinutes(5);

  private final Desk desk;
  private final TenantControlPlane plane;
  private final Wish wish;
  private final Instant now;
  private final BackupFolder folder;

  Keeping(Desk desk, TenantControlPlane plane, Wish wish, Room room, Context context) {
    this.desk = desk;
    this.plane = plane;
    this.wish = wish;
    this.now = context.now();
    this.folder = desk.shelf.of(room, plane.getMetadata().getName(), plane.getMetadata().getUid());
  }

  Outcome run() {
    return switch (Backups.filing(Desk.corner(plane), this::kept)) {
      case Told.Done<Optional<Told<Summary>>>(var tried) -> tell(tried.orElse(null));
      case Told.Refused<Optional<Told<Summary>>>(var problem) -> failed(problem, REFUSED);
      case Told.Unreachable<Optional<Told<Summary>>>(var problem, _) -> failed(problem, AGAIN);
    };
  }

  /** What came of a backup, if one was tried. */
  private Told<Optional<Told<Summary>>> kept() throws IOException {
    var answered = new HashSet<String>();
    for (var one : folder.all()) {
      folder.manifest(one.name()).map(Manifest::request).ifPresent(answered::add);
    }
    var request = wish.unanswered(answered);
    var due = wish.scheduled() && wish.schedule().plan(folder.all(), now).due();
    var tried = Optional.<Told<Summary>>empty();
    if ((due || request.isPresent()) && usable()) {
      tried = Optional.of(save(request.orElse(null)));
    }
    for (var old : wish.schedule().plan(folder.all(), now).remove()) {
      folder.remove(old);
    }
    return Told.done(tried);
  }

  /** Before its first start there is nothing worth keeping. */
  private boolean usable() {
    return Desk.store(plane).isPresent()
        && plane.getStatus() != null
        && plane.getStatus().kubeadmPhase() != null;
  }

  private Told<Summary> save(@Nullable String request) {
    var label = new Label(request, Desk.encrypted(plane));
    var saved =
        desk.stores
            .etcd(Desk.store(plane).orElseThrow())
            .then(client -> Backups.save(client, Desk.corner(plane), folder, label, now));
    if (saved instanceof Told.Done<Summary>(var made)) {
      var note =
          "backup %s: %d keys, %d bytes, at revision %d"
              .formatted(made.name(), made.keys(), made.bytes(), made.revision());
      desk.events.tell(plane, BackupEvent.BACKED_UP, note);
    }
    return saved;
  }

  private Outcome tell(@Nullable Told<Summary> tried) {
    return switch (tried) {
      case Told.Refused<Summary>(var problem) -> failed(problem, REFUSED);
      case Told.Unreachable<Summary>(var problem, var after) ->
          failed(problem, after.compareTo(AGAIN) > 0 ? after : AGAIN);
      case null -> told(null, wish.scheduled() && !usable() ? REFUSED : null);
      case Told.Done<Summary> _ -> told(null, null);
    };
  }

  private Outcome failed(Problem problem, Duration after) {
    var cause = Desk.cause("BackupFailed", problem);
    desk.events.tell(plane, BackupEvent.BACKUP_FAILED, cause.sentence());
    return told(Verdict.no(BackupWords.BACKED_UP, cause.reason(), cause.sentence()), after);
  }

  private Outcome told(@Nullable Verdict trouble, @Nullable Duration after) {
    var status = status();
    var saved =
        trouble == null ? BackupWords.backedUp(wish, status) : Optional.<Verdict>of(trouble);
    var written = desk.tell(plane, status, saved, BackupWords.restored(plane));
    if (written instanceof Answer.Failed<TenantControlPlane>(var why)) {
      return why.outcome();
    }
    if (after != null) {
      return Outcome.lookAgain(after);
    }
    var next = status.next();
    return next == null ? Outcome.settled() : Outcome.lookAgain(until(next));
  }

  private Duration until(Instant next) {
    var left = Duration.between(now, next);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private BackupStatus status() {
    var restore = Hold.last(plane).orElse(null);
    try {
      var whole = folder.all().stream().filter(Kept::whole).toList();
      var newest = whole.stream().max(Comparator.comparing(Kept::begun));
      var last = newest.isEmpty() ? null : saved(newest.get().name());
      var next =
          wish.scheduled() && newest.isPresent()
              ? wish.schedule().plan(folder.all(), now).next()
              : null;
      return new BackupStatus(last, whole.isEmpty() ? null : (Integer) whole.size(), next, restore);
    } catch (IOException unreadable) {
      var before = Desk.status(plane);
      return new BackupStatus(before.last(), before.kept(), before.next(), restore);
    }
  }

  private BackupStatus.@Nullable Saved saved(String name) throws IOException {
    return folder
        .manifest(name)
        .map(
            one ->
                new BackupStatus.Saved(
                    name, one.revision(), one.keys(), one.bytes(), one.content()))
        .orElse(null);
  }
}
