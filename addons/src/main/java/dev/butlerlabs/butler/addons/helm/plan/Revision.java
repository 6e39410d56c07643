package dev.butlerlabs.butler.addons.helm.plan;

import java.time.Instant;

/**
 * One line of a release's history.
 *
 * @param chart name and version of the chart, as Helm writes them: {@code metallb-0.14.9}
 * @param description what Helm noted about it
 */
public record Revision(
    int number, ReleaseStatus status, Instant updated, String chart, String description) {}
