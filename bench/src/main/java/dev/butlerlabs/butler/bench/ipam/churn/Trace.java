package dev.butlerlabs.butler.bench.ipam.churn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;

/**
 * A committed trace of claims and releases.
 *
 * <p>A step claims a size or releases one of the claims still standing, each with even odds; at the
 * bounds of occupancy the odds are one-sided. Occupancy counts what was claimed, refused or not, so
 * that the trace is the same whoever plays it; the release of a refused claim does nothing.
 *
 * @param sizes each size as often as its weight
 */
public record Trace(
    List<Long> seeds, int steps, int addresses, List<Integer> sizes, int lowest, int highest) {

  public Trace {
    seeds = List.copyOf(seeds);
    sizes = List.copyOf(sizes);
  }

  /** One who plays the trace. */
  public interface Player {

    /** Claims are numbered from 0. */
    void claim(int number, int size);

    void release(int number, int size);
  }

  /** The trace that is committed beside this class. */
  public static Trace committed() {
    var properties = new Properties();
    try (var data = Trace.class.getResourceAsStream("trace.properties")) {
      properties.load(data);
    } catch (IOException broken) {
      throw new UncheckedIOException("the committed trace cannot be read", broken);
    }
    return new Trace(
        numbers(properties, "seeds").stream().map(Long::valueOf).toList(),
        number(properties, "steps"),
        number(properties, "addresses"),
        weighted(numbers(properties, "sizes")),
        number(properties, "occupancy.lowest"),
        number(properties, "occupancy.highest"));
  }

  private static int number(Properties properties, String key) {
    return Integer.parseInt(properties.getProperty(key));
  }

  private static List<String> numbers(Properties properties, String key) {
    return List.of(properties.getProperty(key).split(",", -1));
  }

  private static List<Integer> weighted(List<String> pairs) {
    var sizes = new ArrayList<Integer>();
    for (var pair : pairs) {
      var colon = pair.indexOf(':');
      var size = Integer.valueOf(pair.substring(0, colon));
      for (var weight = Integer.parseInt(pair.substring(colon + 1)); weight > 0; weight--) {
        sizes.add(size);
      }
    }
    return sizes;
  }

  /** The same trace, cut short. */
  public Trace of(int fewer) {
    return new Trace(seeds, fewer, addresses, sizes, lowest, highest);
  }

  private record Standing(int number, int size) {}

  public void play(long seed, Player player) {
    var random = new SplittableRandom(seed);
    var standing = new ArrayList<Standing>();
    var occupied = 0;
    var claims = 0;
    for (var step = 0; step < steps; step++) {
      var percent = 100.0 * occupied / addresses;
      var wanted = percent < lowest || (percent < highest && random.nextBoolean());
      var size = sizes.get(random.nextInt(sizes.size()));
      if (wanted && occupied + size <= addresses * (long) highest / 100) {
        player.claim(claims, size);
        standing.add(new Standing(claims++, size));
        occupied += size;
      } else {
        var at = random.nextInt(standing.size());
        var gone = standing.get(at);
        standing.set(at, standing.getLast());
        standing.removeLast();
        player.release(gone.number(), gone.size());
        occupied -= gone.size();
      }
    }
  }
}
