package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.addons.DriftPolicy;
import dev.butlerlabs.butler.api.addons.UpgradePolicy;
import org.jspecify.annotations.Nullable;

/** Addons that a manifest speaks of, as far as it says how they are looked after. */
public interface Tended {

  /** What the field says of itself, where it stands at one addon. */
  String DRIFT =
      "What becomes of its objects when somebody deletes or edits them: Report or Repair. Left out:"
          + " as spec.addons.driftPolicy says.";

  /** What the field says of itself, where it stands at one addon. */
  String UPGRADES =
      "When it takes what the catalog offers, as long as nobody names a version. Left out: as"
          + " spec.addons.upgradePolicy says.";

  @Nullable DriftPolicy driftPolicy();

  @Nullable UpgradePolicy upgradePolicy();
}
