package dev.butlerlabs.butler.addons.helm;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A chart that is here: an archive in the store, or a folder.
 *
 * @param digest of the archive; a folder has none
 * @param signer fingerprint of the key that signed it; empty where nobody asked
 */
public record LocalChart(Path path, @Nullable Digest digest, String signer) {

  /** Of which nobody asked who signed it. */
  public LocalChart(Path path, @Nullable Digest digest) {
    this(path, digest, "");
  }

  LocalChart signedBy(String fingerprint) {
    return new LocalChart(path, digest, fingerprint);
  }
}
