package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Mirrors;
import dev.butlerlabs.butler.addons.catalog.plan.Signatures;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One chart and the release it becomes.
 *
 * @param digest the only content that is acceptable; empty takes what comes
 * @param credentials the Secret for the repository; null for one that is open to all
 * @param shown which version of it, as far as it is watched; empty otherwise
 * @param keys of those who may sign it, each of which has to fit; none takes it unsigned
 */
public record Piece(
    ReleaseKey release,
    String repository,
    String chart,
    String version,
    String digest,
    @Nullable ObjectKey credentials,
    String shown,
    List<KeySecret> keys) {

  public Piece {
    keys = List.copyOf(keys);
  }

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
    this(release, repository, chart, version, digest, credentials, "", List.of());
  }

  /** With the Secret in this version. */
  Piece showing(String secret) {
    return new Piece(release, repository, chart, version, digest, credentials, secret, keys);
  }

  /** To be signed as its definition or addon wants it; null for nothing. */
  Piece signedBy(@Nullable ObjectKey own) {
    return own == null ? this : signedBy(List.of(new KeySecret(own, "")));
  }

  /**
   * To be signed as the platform wants it too.
   *
   * @param seen which version of a Secret there is
   */
  Piece signed(Signatures platform, Function<ObjectKey, String> seen) {
    var all =
        Stream.concat(
            keys.stream().map(KeySecret::secret), platform.of(repository, chart).stream());
    return signedBy(all.distinct().map(key -> new KeySecret(key, seen.apply(key))).toList());
  }

  private Piece signedBy(List<KeySecret> all) {
    return new Piece(release, repository, chart, version, digest, credentials, shown, all);
  }

  /** From where it is mirrored; what is shown to its publisher is not shown there. */
  Piece through(Mirrors mirrors) {
    return mirrors
        .of(repository)
        .map(
            there ->
                new Piece(
                    release,
                    there.repository(),
                    chart,
                    version,
                    digest,
                    there.credentials(),
                    "",
                    keys))
        .orElse(this);
  }

  /** By this text releases are known again, so it stays as it was before there were signatures. */
  @Override
  public String toString() {
    return "Piece[release=%s, repository=%s, chart=%s, version=%s, digest=%s, credentials=%s, shown=%s]"
        .formatted(release, repository, chart, version, digest, credentials, shown);
  }
}
