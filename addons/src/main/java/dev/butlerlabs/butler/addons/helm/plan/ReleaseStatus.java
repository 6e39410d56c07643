package dev.butlerlabs.butler.addons.helm.plan;

import java.util.Arrays;

/** How far a revision of a release got, in Helm's own words. */
public enum ReleaseStatus {
  DEPLOYED("deployed"),
  SUPERSEDED("superseded"),
  FAILED("failed"),
  UNINSTALLING("uninstalling"),
  UNINSTALLED("uninstalled"),
  PENDING_INSTALL("pending-install"),
  PENDING_UPGRADE("pending-upgrade"),
  PENDING_ROLLBACK("pending-rollback"),
  /** Also every word that we do not know. */
  UNKNOWN("unknown");

  private final String word;

  ReleaseStatus(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  public static ReleaseStatus read(String word) {
    return Arrays.stream(values())
        .filter(status -> status.word.equals(word))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** Whether Helm keeps others away from the release. */
  public boolean locked() {
    return switch (this) {
      case PENDING_INSTALL, PENDING_UPGRADE, PENDING_ROLLBACK -> true;
      case DEPLOYED, SUPERSEDED, FAILED, UNINSTALLING, UNINSTALLED, UNKNOWN -> false;
    };
  }

  /** Whether it served once, so that one can go back to it. */
  boolean served() {
    return this == DEPLOYED || this == SUPERSEDED;
  }
}
