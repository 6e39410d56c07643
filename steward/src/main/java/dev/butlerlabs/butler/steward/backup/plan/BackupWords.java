package dev.butlerlabs.butler.steward.backup.plan;

import dev.butlerlabs.butler.api.steward.BackupStatus;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.steward.plane.plan.Hold;
import java.util.Optional;
import java.util.Set;

/** The conditions that tell of backups. */
public final class BackupWords {

  public static final String BACKED_UP = "BackedUp";
  public static final String RESTORED = "Restored";
  public static final Set<String> CONDITIONS = Set.of(BACKED_UP, RESTORED);

  private BackupWords() {}

  /** What is told when nothing went wrong; empty while nobody wants backups. */
  public static Optional<Verdict> backedUp(Wish wish, BackupStatus status) {
    var last = status.last();
    if (last != null) {
      return Optional.of(Verdict.yes(BACKED_UP, "Saved", "the newest backup is " + last.name()));
    }
    return wish.scheduled() || wish.request() != null
        ? Optional.of(Verdict.no(BACKED_UP, "NoneYet", "there is no whole backup yet"))
        : Optional.empty();
  }

  /** What became of the last restore; empty when there was none. */
  public static Optional<Verdict> restored(TenantControlPlane plane) {
    return Hold.last(plane)
        .filter(one -> one.finished() != null)
        .map(
            one ->
                Verdict.yes(
                    RESTORED,
                    "Restored",
                    "its state was taken from backup %s of %s"
                        .formatted(one.backup(), one.controlPlane())));
  }

  /** A condition as it stands, to be told again. */
  public static Optional<Verdict> asBefore(TenantControlPlane plane, String type) {
    return plane.getStatus() == null
        ? Optional.empty()
        : plane.getStatus().conditions().stream()
            .filter(one -> one.type().equals(type))
            .map(BackupWords::again)
            .findFirst();
  }

  private static Verdict again(Condition one) {
    return new Verdict(one.type(), one.status(), one.reason(), one.message());
  }
}
