package dev.butlerlabs.butler.addons.helm;

import org.jspecify.annotations.Nullable;

/**
 * A chart that is wanted.
 *
 * @param pin the one content that is acceptable, whoever serves it; none takes what comes
 */
public record Chart(ChartSource source, @Nullable Digest pin) {

  public static Chart of(ChartSource source) {
    return new Chart(source, null);
  }

  public Chart pinned(Digest digest) {
    return new Chart(source, digest);
  }
}
