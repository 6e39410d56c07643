package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.HostedObjects.Phase;
import java.util.Objects;

/** One word for the state of a control plane. It is only ever told, never asked. */
final class Phases {

  private Phases() {}

  static Phase of(Observation seen, Blueprint print, boolean rolledOut) {
    if (print.hold().isPresent()) {
      return Phase.MIGRATING;
    }
    if (print.replicas() == 0) {
      return Phase.SLEEPING;
    }
    var recorded = seen.recordedVersion();
    if (!wasUsable(seen) || (recorded.isEmpty() && !rolledOut)) {
      return Phase.PROVISIONING;
    }
    if (Workload.ready(seen.deployment()) == 0) {
      return Phase.NOT_READY;
    }
    if (rotating(seen, rolledOut)) {
      return Phase.CERTIFICATE_AUTHORITY_ROTATING;
    }
    if (!rolledOut
        && recorded.isPresent()
        && !Objects.equals(recorded.get(), print.target().version().toString())) {
      return Phase.UPGRADING;
    }
    var limits = print.spec().writePermissions();
    return limits != null && limits.limited() ? Phase.WRITE_LIMITED : Phase.READY;
  }

  /** Whether administrators could get in at some time. */
  static boolean wasUsable(Observation seen) {
    var status = seen.plane().getStatus();
    return status != null && status.kubeadmPhase() != null;
  }

  /** Until the successor signs and every pod knows it. */
  private static boolean rotating(Observation seen, boolean rolledOut) {
    return Roots.in(seen, Part.CA)
        .filter(roots -> roots.hasNext() || (roots.hasPrevious() && !rolledOut))
        .isPresent();
  }
}
