package dev.butlerlabs.butler.bench.ipam.model;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.allocator.Allocator;
import dev.butlerlabs.butler.ipam.allocator.Grant;
import dev.butlerlabs.butler.ipam.allocator.Occupant;
import dev.butlerlabs.butler.ipam.allocator.Release;
import dev.butlerlabs.butler.ipam.allocator.Resize;
import dev.butlerlabs.butler.ipam.allocator.Withdrawal;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The allocator and the model played step by step from a seed, until they differ.
 *
 * <p>Pools of many shapes follow each other. Answers, counts, the holder's ranges and the next end
 * of a rest are compared after each step, every address now and then. Sometimes the allocator is
 * thrown away and made anew from the facts the model knows, in random order.
 */
public final class Duel {

  private static final int STEPS_PER_POOL = 1_000;
  private static final int STEPS_PER_LOOK = 50;
  private static final int STEPS_PER_RESTORE = 500;

  /** How the side that is tried is made: by default the allocator itself. */
  public interface Side extends BiFunction<Place, Allocator<Integer>, Pool> {}

  /** Where the two parted. */
  public record Difference(long seed, long step, String what) {
    @Override
    public String toString() {
      return "seed %d, step %d: %s".formatted(seed, step, what);
    }
  }

  private final long seed;
  private final Side side;
  private final SplittableRandom random;

  public Duel(long seed, Side side) {
    this.seed = seed;
    this.side = side;
    this.random = new SplittableRandom(seed);
  }

  /** Plays so many steps; the first difference ends it. */
  public Optional<Difference> play(long steps) {
    long done = 0;
    while (done < steps) {
      var length = (int) Math.min(STEPS_PER_POOL, steps - done);
      var difference = playPool(done, length);
      if (difference.isPresent()) {
        return difference;
      }
      done += length;
    }
    return Optional.empty();
  }

  private Optional<Difference> playPool(long before, int length) {
    var place = Place.random(random);
    var model = new NaivePool(place);
    var steps = new Steps(random, model);
    var tried = side.apply(place, Allocator.unused(place.allWindows()));
    for (var step = 1; step <= length; step++) {
      var next = steps.next();
      var what = compare(next, model, tried);
      if (what.isEmpty() && step % STEPS_PER_LOOK == 0) {
        what = compareCells(place, model, tried);
      }
      if (what.isPresent()) {
        return Optional.of(new Difference(seed, before + step, what.get()));
      }
      if (step % STEPS_PER_RESTORE == 0) {
        tried = side.apply(place, Facts.restored(model, random));
      }
    }
    return Optional.empty();
  }

  private Optional<String> compare(Step step, NaivePool model, Pool tried) {
    var holder = random.nextInt(Steps.HOLDERS);
    return differ(step, plain(model.play(step)), plain(tried.play(step)))
        .or(() -> differ(step, model.capacity(), tried.capacity()))
        .or(() -> differ(step, model.rangesOf(holder), tried.rangesOf(holder)))
        .or(() -> differ(step, model.nextRestEnd(), tried.nextRestEnd()));
  }

  private static Optional<String> compareCells(Place place, NaivePool model, Pool tried) {
    for (var cell = 0; cell < place.size(); cell++) {
      var differ = differ(cell, plain(model.occupant(cell)), plain(tried.occupant(cell)));
      if (differ.isPresent()) {
        return differ;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> differ(Object what, Object wanted, Object got) {
    return Objects.equals(wanted, got)
        ? Optional.empty()
        : Optional.of("%s: %s, but the model says %s".formatted(what, got, wanted));
  }

  private record Refusal(Address address, Object occupant) {}

  private record Rest(@Nullable Object last, Instant until) {}

  /** Without the extent of rests and reservations: how those are cut into parts is not promised. */
  private static Object plain(Object answer) {
    return switch (answer) {
      case Grant.Conflict<?>(var address, var occupant) -> new Refusal(address, plain(occupant));
      case Release.NotHeld<?>(var address, var occupant) -> new Refusal(address, plain(occupant));
      case Resize.NotHeld<?>(var address, var occupant) -> new Refusal(address, plain(occupant));
      case Withdrawal.Conflict<?>(var address, var occupant) ->
          new Refusal(address, plain(occupant));
      case Occupant.Reserved<?> _ -> "reserved";
      case Occupant.Resting<?>(_, var last, var until) -> new Rest(last, until);
      default -> answer;
    };
  }
}
