package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.addons.helm.plan.Engine;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.ManagedBy;
import java.util.Collections;
import java.util.Set;

/**
 * How an addon that comes with the cluster is, as its TenantAddon tells.
 *
 * @param version that is installed; empty for none
 * @param keeper who looks after its release
 */
public record Held(
    String definition, Phase phase, String version, String message, ManagedBy keeper) {

  /** Reasons for which an addon leaves its release to somebody else. */
  private static final Set<String> OF_OTHERS = Set.of("NameTaken", "ReleaseReplaced");

  /** Of which the release is ours, as far as it is known. */
  public Held(String definition, Phase phase, String version, String message) {
    this(definition, phase, version, message, ManagedBy.BUTLER);
  }

  /** Who looks after a release, by the reasons that its addon tells. */
  public static ManagedBy keeper(Set<String> reasons) {
    return Engine.told(reasons)
        .map(
            engine ->
                switch (engine) {
                  case FLUX -> ManagedBy.FLUX;
                  case ARGO_CD -> ManagedBy.ARGOCD;
                })
        .orElseGet(
            () -> Collections.disjoint(OF_OTHERS, reasons) ? ManagedBy.BUTLER : ManagedBy.MANUAL);
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
