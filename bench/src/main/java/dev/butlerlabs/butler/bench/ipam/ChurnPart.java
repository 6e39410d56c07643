package dev.butlerlabs.butler.bench.ipam;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Part;
import dev.butlerlabs.butler.bench.ipam.churn.Churn;
import dev.butlerlabs.butler.bench.ipam.churn.Churn.Outcome;
import dev.butlerlabs.butler.bench.ipam.churn.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fragmentation and refusals over the committed trace, best fit beside first fit and worst fit. */
public final class ChurnPart implements Part {

  private final Trace trace;

  public ChurnPart(Trace trace) {
    this.trace = trace;
  }

  @Override
  public String name() {
    return "churn";
  }

  /** Steps from each seed. */
  @Override
  public int size() {
    return trace.steps();
  }

  @Override
  public List<Figure> run(int steps) {
    var outcomes = Churn.play(trace.of(steps));
    var least =
        outcomes.entrySet().stream()
            .filter(outcome -> !outcome.getKey().equals(Churn.OURS))
            .mapToLong(outcome -> outcome.getValue().refused())
            .min()
            .orElseThrow();
    var figures = new ArrayList<Figure>();
    for (var outcome : outcomes.entrySet()) {
      figures.add(refused(outcome, least, steps));
      figures.add(fragmentation(outcome));
    }
    return figures;
  }

  private Figure refused(Map.Entry<String, Outcome> entry, long least, int steps) {
    var ours = entry.getKey().equals(Churn.OURS);
    var refused = entry.getValue().refused();
    return new Figure(
        "ipam.churn.refused." + dashed(entry),
        refused,
        "claims",
        ours ? "no more than first fit and worst fit" : "to compare with",
        least,
        !ours || refused <= least,
        "for lack of a contiguous block, of %d steps from each of %d seeds, %d addresses"
            .formatted(steps, trace.seeds().size(), trace.addresses()));
  }

  private static Figure fragmentation(Map.Entry<String, Outcome> entry) {
    var outcome = entry.getValue();
    return new Figure(
        "ipam.churn.fragmentation." + dashed(entry),
        outcome.fragmentation(),
        "%",
        "to compare with",
        0,
        true,
        "mean over the trace; %.1f %% at its end".formatted(outcome.atEnd()));
  }

  private static String dashed(Map.Entry<String, Outcome> entry) {
    return entry.getKey().replace(' ', '-');
  }
}
