package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;

/**
 * A release as it stands.
 *
 * @param manifest what the chart rendered; it may hold Secrets, so it is never printed
 */
public record Released(
    ReleaseKey release,
    int revision,
    ReleaseStatus status,
    String chart,
    String version,
    String manifest) {

  /** The same with the chart that stands on its outside. */
  Released of(ReleaseNote note) {
    return note.revision() == revision
        ? new Released(release, revision, status, note.chart(), note.version(), manifest)
        : this;
  }

  @Override
  public String toString() {
    return "Released[%s revision %d, %s %s, %s]"
        .formatted(release, revision, chart, version, status.word());
  }
}
