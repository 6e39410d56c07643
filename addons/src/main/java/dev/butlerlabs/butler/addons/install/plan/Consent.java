package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.api.addons.CrdPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What Helm may do to the work of others, and when it shall try again.
 *
 * @param adopts whether a release that somebody else made is taken over
 * @param overrides whether an upgrade takes fields back that somebody else wrote since
 * @param renewsKinds whether definitions in a chart's folder crds follow its upgrades
 * @param refresh what somebody wrote last to have it tried once more; empty for nothing
 */
public record Consent(boolean adopts, boolean overrides, boolean renewsKinds, String refresh) {

  public static final Consent NONE = new Consent(false, false, false, "");

  public Consent(boolean adopts, boolean overrides, String refresh) {
    this(adopts, overrides, false, refresh);
  }

  /** With that policy on definitions of kinds. */
  public Consent with(@Nullable CrdPolicy policy) {
    return new Consent(adopts, overrides, policy == CrdPolicy.UPGRADE, refresh);
  }

  /** Distinguishes attempts: with another consent, it may be tried again at once. */
  String suffix() {
    return (adopts ? "+adopt" : "")
        + (overrides ? "+override" : "")
        + (renewsKinds ? "+renew-kinds" : "")
        + (refresh.isEmpty() ? "" : "+refresh=" + refresh);
  }
}
