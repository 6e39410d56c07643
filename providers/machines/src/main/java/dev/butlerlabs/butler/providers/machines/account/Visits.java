package dev.butlerlabs.butler.providers.machines.account;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.random.RandomGenerator;

/**
 * When each object was to be looked at next, and under which circumstances. Our own writes to an
 * object are changes too; with this they cause no call to a platform. Losing it costs a look.
 */
public final class Visits {

  private static final double SPREAD = 0.1;

  private final RandomGenerator random;
  private final ConcurrentMap<ObjectKey, Visit> visits = new ConcurrentHashMap<>();

  /**
   * One look.
   *
   * @param strikes how many in a row were unclear
   */
  private record Visit(String circumstances, Instant next, int strikes) {}

  /**
   * No visits yet.
   *
   * @param random spreads what was made together
   */
  public Visits(RandomGenerator random) {
    this.random = random;
  }

  /** How long there is still time, when nothing that matters has changed. */
  public Optional<Duration> left(ObjectKey key, String circumstances, Instant now) {
    return Optional.ofNullable(visits.get(key))
        .filter(visit -> visit.circumstances().equals(circumstances))
        .filter(visit -> visit.next().isAfter(now))
        .map(visit -> Duration.between(now, visit.next()));
  }

  /** How many looks in a row were unclear under these circumstances. */
  public int strikes(ObjectKey key, String circumstances) {
    return Optional.ofNullable(visits.get(key))
        .filter(visit -> visit.circumstances().equals(circumstances))
        .map(Visit::strikes)
        .orElse(0);
  }

  /**
   * Plans the next look; a little later or sooner than asked, so that what began together spreads.
   *
   * @param pause at least this long when it was asked for by a platform
   * @return how long it is until then
   */
  public Duration plan(
      ObjectKey key, String circumstances, Instant now, Duration pause, int strikes) {
    var spread = random.nextDouble(1.0, 1.0 + SPREAD);
    var until = Duration.ofMillis((long) (pause.toMillis() * spread));
    visits.put(key, new Visit(circumstances, now.plus(until), strikes));
    return until;
  }

  public void forget(ObjectKey key) {
    visits.remove(key);
  }
}
