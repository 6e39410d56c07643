package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.install.plan.Piece;
import dev.butlerlabs.butler.addons.install.plan.Wanted;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Has the charts of an addon here, signed as they have to be. */
final class ChartFetch {

  private final Helm helm;
  private final ChartSources sources;
  private final Duration within;

  ChartFetch(Helm helm, ChartSources sources, Duration within) {
    this.helm = helm;
    this.sources = sources;
    this.within = within;
  }

  Answer<LocalChart> fetch(Piece piece, Consumer<String> step) {
    step.accept("fetching chart %s %s".formatted(piece.chart(), piece.version()));
    return sources.find(piece).then(found -> helm.pull(found, within));
  }

  /** Why none of several charts may be installed: one is not signed as it has to be. */
  Optional<Refusal> unvouched(Wanted wanted, Consumer<String> step) {
    if (wanted.first().isEmpty()) {
      return Optional.empty();
    }
    for (var piece : wanted.pieces().filter(one -> !one.keys().isEmpty()).toList()) {
      if (fetch(piece, step) instanceof Answer.Refused<LocalChart>(var refusal)) {
        return Optional.of(refusal);
      }
    }
    return Optional.empty();
  }
}
