package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;

/**
 * How an addon that comes with the cluster is, as its TenantAddon tells.
 *
 * @param version that is installed; empty for none
 */
public record Held(String definition, Phase phase, String version, String message) {

  /** Helm works on it, or its pods start. */
  boolean underWay() {
    return phase == Phase.INSTALLING || phase == Phase.UPGRADING;
  }

  /** It cannot be used, and is not on its way there. */
  boolean useless() {
    return phase == Phase.DEGRADED || (phase == Phase.FAILED && version.isEmpty());
  }

  String sentence() {
    return definition + ": " + message;
  }
}
