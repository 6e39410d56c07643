package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import java.util.Map;

/**
 * What stands on the outside of a release.
 *
 * @param labels that somebody gave it
 */
public record ReleaseNote(
    int revision, ReleaseStatus status, String chart, String version, Map<String, String> labels) {

  public ReleaseNote {
    labels = Map.copyOf(labels);
  }
}
