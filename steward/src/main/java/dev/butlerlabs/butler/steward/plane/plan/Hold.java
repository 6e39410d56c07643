package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.BackupStatus;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import java.util.Objects;
import java.util.Optional;

/**
 * A restore that keeps a tenant's pods away: while data is being put in place nobody may write, and
 * nobody may serve what is only half there.
 *
 * @param order which restore it is; the Deployment carries it once it has no pods for its sake
 */
public record Hold(String order) {

  /**
   * The hold there is now. A tenant that has never been usable is held from the first look on, so
   * that no pod ever starts on the empty store; one that runs is held when its backup was found and
   * checked, and until the restore is through, whatever the spec says by then.
   */
  public static Optional<Hold> of(TenantControlPlane plane) {
    var under = last(plane).filter(one -> one.finished() == null);
    if (under.isPresent()) {
      return under.map(one -> new Hold(Objects.requireNonNullElse(one.order(), "")));
    }
    var usable = plane.getStatus() != null && plane.getStatus().kubeadmPhase() != null;
    return usable ? Optional.empty() : wanted(plane).map(Hold::new);
  }

  /** The restore that was ordered and is neither begun nor done. */
  public static Optional<String> wanted(TenantControlPlane plane) {
    var from = plane.getSpec().restoreFrom();
    if (from == null) {
      return Optional.empty();
    }
    var order = from.text(plane.getMetadata().getName());
    var last = last(plane).map(BackupStatus.Restore::order);
    return last.filter(order::equals).isPresent() ? Optional.empty() : Optional.of(order);
  }

  /** The restore under way, or the last one. */
  public static Optional<BackupStatus.Restore> last(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getStatus())
        .flatMap(one -> Optional.ofNullable(one.backup()))
        .flatMap(one -> Optional.ofNullable(one.restore()));
  }

  /** Which restore the tenant's data came from; what was written into it before is not there. */
  static String origin(TenantControlPlane plane) {
    return last(plane)
        .filter(one -> one.finished() != null)
        .map(one -> one.order() + " " + one.finished())
        .orElse("");
  }
}
