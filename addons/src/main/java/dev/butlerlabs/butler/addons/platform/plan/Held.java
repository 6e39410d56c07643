package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;

/**
 * How an addon that comes with the cluster is, as its TenantAddon tells.
 *
 * @param version that is installed; empty for none
 * @param byHand whether somebody else made the release, or put other objects into it
 */
public record Held(String definition, Phase phase, String version, String message, boolean byHand) {

  /** Of which the release is ours, as far as it is known. */
  public Held(String definition, Phase phase, String version, String message) {
    this(definition, phase, version, message, false);
  }

  /** Helm works on it, or its pods start. */
  boolean underWay() {
    return phase == Phase.INSTALLING || phase == Phase.UPGRADING;
  }

  /** It cannot be used, and is not on its way there. */
  boolean useless() {
    return phase == Phase.DEGRADED || (phase == Phase.FAILED && version.isEmpty());
  }

  /** Its addon speaks of its own fields, which are the manager's to write. */
  String sentence() {
    return definition
        + ": "
        + message
            .replace("spec.driftPolicy", "spec.addons.driftPolicy")
            .replace("spec.values", "its values in spec.addons")
            .replace("spec.version", "its version in spec.addons");
  }
}
