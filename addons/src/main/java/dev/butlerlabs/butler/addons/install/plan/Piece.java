package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;

/**
 * One chart and the release it becomes.
 *
 * @param digest the only content that is acceptable; empty takes what comes
 */
public record Piece(
    ReleaseKey release, String repository, String chart, String version, String digest) {}
