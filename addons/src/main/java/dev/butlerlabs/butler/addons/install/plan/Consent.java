package dev.butlerlabs.butler.addons.install.plan;

/**
 * What Helm may do to the work of others.
 *
 * @param adopts whether a release that somebody else made is taken over
 * @param overrides whether an upgrade takes fields back that somebody else wrote since
 */
public record Consent(boolean adopts, boolean overrides) {

  public static final Consent NONE = new Consent(false, false);

  /** Distinguishes attempts: with another consent, it may be tried again at once. */
  String suffix() {
    return (adopts ? "+adopt" : "") + (overrides ? "+override" : "");
  }
}
