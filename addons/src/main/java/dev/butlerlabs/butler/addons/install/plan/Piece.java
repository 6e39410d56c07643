package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Mirrors;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.kernel.ObjectKey;
import org.jspecify.annotations.Nullable;

/**
 * One chart and the release it becomes.
 *
 * @param digest the only content that is acceptable; empty takes what comes
 * @param credentials the Secret for the repository; null for one that is open to all
 * @param shown which version of it, as far as it is watched; empty otherwise
 */
public record Piece(
    ReleaseKey release,
    String repository,
    String chart,
    String version,
    String digest,
    @Nullable ObjectKey credentials,
    String shown) {

  /** From a repository that is open to all. */
  public Piece(ReleaseKey release, String repository, String chart, String version, String digest) {
    this(release, repository, chart, version, digest, null);
  }

  public Piece(
      ReleaseKey release,
      String repository,
      String chart,
      String version,
      String digest,
      @Nullable ObjectKey credentials) {
    this(release, repository, chart, version, digest, credentials, "");
  }

  /** With the Secret in this version. */
  Piece showing(String secret) {
    return new Piece(release, repository, chart, version, digest, credentials, secret);
  }

  /** From where it is mirrored; what is shown to its publisher is not shown there. */
  Piece through(Mirrors mirrors) {
    return mirrors
        .of(repository)
        .map(
            there ->
                new Piece(release, there.repository(), chart, version, digest, there.credentials()))
        .orElse(this);
  }
}
