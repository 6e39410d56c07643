package dev.butlerlabs.butler.providers.simulators.wire;

import java.util.List;
import java.util.Map;
import java.util.Random;

/** Decides what happens to each call. Calls are numbered from 1, in the order they come in. */
@FunctionalInterface
public interface MischiefMaker {

  Mischief next(int number, Request request);

  /** A call was done whose answer never comes; for those who would not wait in real time. */
  default void unanswered() {}

  static MischiefMaker none() {
    return (_, _) -> Mischief.NONE;
  }

  /** At these calls only. */
  static MischiefMaker at(Map<Integer, Mischief> calls) {
    var copy = Map.copyOf(calls);
    return (number, _) -> copy.getOrDefault(number, Mischief.NONE);
  }

  /** At a share of all calls, the same ones for the same seed and order of calls. */
  static MischiefMaker seeded(long seed, double share, List<Mischief> kinds) {
    var copy = List.copyOf(kinds);
    var random = new Random(seed);
    return (_, _) -> {
      synchronized (random) {
        return random.nextDouble() < share ? copy.get(random.nextInt(copy.size())) : Mischief.NONE;
      }
    };
  }
}
