package dev.butlerlabs.butler.bench.ipam.churn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** The trace played by each strategy. */
public final class Churn {

  /**
   * What one strategy made of the trace.
   *
   * @param refused claims for which no contiguous block was left although enough was free
   * @param full claims for which not enough was free
   * @param fragmentation the mean over looks taken all along, in per cent
   * @param atEnd the fragmentation at the end
   */
  public record Outcome(long refused, long full, double fragmentation, double atEnd) {

    static Outcome sum(List<Outcome> outcomes) {
      return new Outcome(
          outcomes.stream().mapToLong(Outcome::refused).sum(),
          outcomes.stream().mapToLong(Outcome::full).sum(),
          outcomes.stream().mapToDouble(Outcome::fragmentation).average().orElse(0),
          outcomes.stream().mapToDouble(Outcome::atEnd).average().orElse(0));
    }
  }

  /** The strategy of the allocator. */
  public static final String OURS = "best fit";

  private static final int STEPS_PER_LOOK = 1_000;

  private Churn() {}

  /** Every strategy over all seeds of the trace together, by its name. */
  public static Map<String, Outcome> play(Trace trace) {
    var strategies = new LinkedHashMap<String, IntFunction<Strategy>>();
    strategies.put(OURS, BestFit::new);
    strategies.put("first fit", FirstFit::new);
    strategies.put("worst fit", WorstFit::new);
    var outcomes = new LinkedHashMap<String, Outcome>();
    strategies.forEach((name, strategy) -> outcomes.put(name, play(trace, strategy)));
    return outcomes;
  }

  static Outcome play(Trace trace, IntFunction<Strategy> strategy) {
    return Outcome.sum(
        trace.seeds().stream()
            .map(
                seed -> {
                  var game = new Game(strategy.apply(trace.addresses()));
                  trace.play(seed, game);
                  return game.outcome();
                })
            .toList());
  }

  private static final class Game implements Trace.Player {

    private final Strategy strategy;
    private final Map<Integer, Integer> granted = new HashMap<>();
    private final List<Integer> looks = new ArrayList<>();
    private long refused;
    private long full;
    private long steps;

    Game(Strategy strategy) {
      this.strategy = strategy;
    }

    @Override
    public void claim(int number, int size) {
      look();
      var start = strategy.take(size);
      if (start >= 0) {
        granted.put(number, start);
      } else if (strategy.free() < size) {
        full++;
      } else {
        refused++;
      }
    }

    @Override
    public void release(int number, int size) {
      look();
      var start = granted.remove(number);
      if (start != null) {
        strategy.giveBack(start, size);
      }
    }

    private void look() {
      if (++steps % STEPS_PER_LOOK == 0) {
        looks.add(strategy.fragmentationPercent());
      }
    }

    Outcome outcome() {
      var mean = looks.stream().mapToInt(look -> look).average().orElse(0);
      return new Outcome(refused, full, mean, strategy.fragmentationPercent());
    }
  }
}
