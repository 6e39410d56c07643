package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.Stage;
import dev.butlerlabs.butler.kube.write.EventReason;
import java.util.Optional;

/** What is told about addons. */
public enum AddonEvent implements EventReason {
  /** Helm is asked to make its release. */
  ADDON_INSTALLING(false),

  /** It is there, and its workloads serve. */
  ADDON_INSTALLED(false),

  /** Helm is asked for another version, or for other values. */
  ADDON_UPGRADING(false),

  /** The catalog has something newer for it. */
  ADDON_UPGRADE_OFFERED(false),

  /** It is there, and does not serve as it should. */
  ADDON_DEGRADED(true),

  /** Objects of it are not as it was installed. */
  ADDON_DRIFTED(true),

  /** Objects that somebody changed are as they were installed again. */
  ADDON_REPAIRED(false),

  /** Helm could not do it, or it cannot be carried out as it is written. */
  ADDON_FAILED(true),

  /** Its release is being taken away. */
  ADDON_DELETING(false),

  /** It is gone, and something of it is not. */
  ADDON_LEFTOVERS(true),

  /** It is gone, and what it would have left behind as well. */
  ADDON_PURGED(false);

  private final boolean warning;

  AddonEvent(boolean warning) {
    this.warning = warning;
  }

  @Override
  public boolean warning() {
    return warning;
  }

  static Optional<AddonEvent> of(Stage stage) {
    return switch (stage) {
      case PENDING -> Optional.empty();
      case INSTALLING -> Optional.of(ADDON_INSTALLING);
      case INSTALLED -> Optional.of(ADDON_INSTALLED);
      case UPGRADING -> Optional.of(ADDON_UPGRADING);
      case DEGRADED -> Optional.of(ADDON_DEGRADED);
      case FAILED -> Optional.of(ADDON_FAILED);
      case DELETING -> Optional.of(ADDON_DELETING);
    };
  }
}
