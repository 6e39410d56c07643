package dev.butlerlabs.butler.addons.helm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chart that is wanted.
 *
 * @param pin the one content that is acceptable, whoever serves it; none takes what comes
 * @param signers keys of those who may have signed it: it has to be signed by one of each; none
 *     takes it unsigned
 */
public record Chart(ChartSource source, @Nullable Digest pin, List<KeyRing> signers) {

  public Chart {
    signers = List.copyOf(signers);
  }

  public static Chart of(ChartSource source) {
    return new Chart(source, null, List.of());
  }

  public Chart pinned(Digest digest) {
    return new Chart(source, digest, signers);
  }

  public Chart signedBy(List<KeyRing> keys) {
    return new Chart(source, pin, keys);
  }
}
