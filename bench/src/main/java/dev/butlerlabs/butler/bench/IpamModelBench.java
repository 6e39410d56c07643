package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.ipam.model.Duel;
import dev.butlerlabs.butler.bench.ipam.model.RealPool;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** The allocator beside a model that looks at every address, for many steps from several seeds. */
public final class IpamModelBench implements Benchmark {

  private static final long STEPS = 10_000_000;
  private static final int DUELS = 10;

  @Override
  public String about() {
    return "the address allocator beside a naive model; [STEPS [FIRST-SEED]]";
  }

  @Override
  public List<Figure> run(List<String> arguments) {
    var steps = arguments.isEmpty() ? STEPS : Long.parseLong(arguments.getFirst());
    var first = arguments.size() < 2 ? System.nanoTime() : Long.parseLong(arguments.get(1));
    System.err.printf("%d steps, seeds %d to %d ...%n", steps, first, first + DUELS - 1);
    var begun = System.nanoTime();
    var differences =
        LongStream.range(first, first + DUELS)
            .parallel()
            .mapToObj(seed -> play(seed, steps / DUELS))
            .flatMap(difference -> difference.stream())
            .toList();
    var seconds = (System.nanoTime() - begun) / 1e9;
    return List.of(
        new Figure(
            "ipam.model.differences",
            differences.size(),
            "differences",
            "none",
            0,
            differences.isEmpty(),
            "%d steps from seeds %d to %d in %.0f s"
                .formatted(steps, first, first + DUELS - 1, seconds)));
  }

  /** Tells at once what came out: all duels together take minutes. */
  private static Optional<Duel.Difference> play(long seed, long steps) {
    var difference = new Duel(seed, RealPool::new).play(steps);
    System.err.println(
        difference
            .map(Duel.Difference::toString)
            .orElse("seed %d: %d steps, no difference".formatted(seed, steps)));
    return difference;
  }
}
