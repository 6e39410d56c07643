package dev.butlerlabs.butler.steward.backup.plan;

import dev.butlerlabs.butler.api.steward.Backup;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.steward.plane.plan.Hold;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a control plane wants of its backups.
 *
 * @param backup its schedule, absent when it has none
 * @param request asks for one backup; each new value for another
 * @param restoring whether data is to be put in place, or is being
 */
public record Wish(@Nullable Backup backup, @Nullable String request, boolean restoring) {

  private static final Backup USUAL = new Backup(null, null);
  private static final Duration NEVER = Duration.ofDays(365_000);

  public static Wish of(TenantControlPlane plane) {
    var annotations = plane.getMetadata().getAnnotations();
    var unfinished = Hold.last(plane).filter(one -> one.finished() == null).isPresent();
    return new Wish(
        plane.getSpec().backup(),
        annotations == null ? null : annotations.get(Marks.BACKUP),
        unfinished || Hold.wanted(plane).isPresent());
  }

  /** Whether there is nothing to do and was nothing before. */
  public boolean none(TenantControlPlane plane) {
    return backup == null
        && request == null
        && !restoring
        && (plane.getStatus() == null || plane.getStatus().backup() == null);
  }

  public boolean scheduled() {
    return backup != null;
  }

  /** How many are kept, also of those that were asked for one by one. */
  public Schedule schedule() {
    return backup == null
        ? new Schedule(NEVER, USUAL.kept())
        : new Schedule(backup.interval(), backup.kept());
  }

  /** What asked for it, unless it was done. */
  public Optional<String> unanswered(Set<String> answered) {
    return Optional.ofNullable(request).filter(one -> !answered.contains(one));
  }
}
