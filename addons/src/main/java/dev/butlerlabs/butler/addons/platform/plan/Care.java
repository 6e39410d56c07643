package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.api.addons.DriftPolicy;
import dev.butlerlabs.butler.api.addons.UpgradePolicy;
import dev.butlerlabs.butler.api.clusters.Tended;
import org.jspecify.annotations.Nullable;

/**
 * How an addon that comes with a cluster is looked after once it is there.
 *
 * @param drift what becomes of objects that were changed; null where nobody says
 * @param upgrades when it follows the catalog; null where nobody says
 */
public record Care(@Nullable DriftPolicy drift, @Nullable UpgradePolicy upgrades) {

  /** Drift is told, the catalog is not followed. */
  public static Care unsaid() {
    return new Care(null, null);
  }

  static Care of(@Nullable Tended said) {
    return said == null ? unsaid() : new Care(said.driftPolicy(), said.upgradePolicy());
  }

  /** Each of the two by itself: whoever says when to upgrade has not said what drift is worth. */
  Care orElse(Care usual) {
    return new Care(
        drift == null ? usual.drift : drift, upgrades == null ? usual.upgrades : upgrades);
  }
}
