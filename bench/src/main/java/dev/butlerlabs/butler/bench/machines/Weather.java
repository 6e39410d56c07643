package dev.butlerlabs.butler.bench.machines;

import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import java.util.List;
import java.util.Random;

/** What happens to calls on their way to a platform, drawn from a seed. */
final class Weather implements MischiefMaker {

  private static final List<Mischief> BREAKAGE =
      List.of(
          Mischief.CUT_BEFORE,
          Mischief.CUT_AFTER,
          Mischief.HALF_ANSWER,
          Mischief.TWICE,
          Mischief.UNAVAILABLE,
          Mischief.THROTTLED);

  /** How rough it is: the share of calls that break, and of those that end the process. */
  record Force(double broken, double deadly) {
    static final Force CALM = new Force(0, 0);
    static final Force ROUGH = new Force(0.1, 0.002);
  }

  private final Random random;
  private Force force = Force.CALM;
  private Runnable death = () -> {};
  private boolean dying;

  Weather(Random random) {
    this.random = random;
  }

  synchronized void turn(Force other) {
    force = other;
  }

  /** Another process is at work; this ends it. */
  synchronized void watchOver(Runnable killing) {
    dying = false;
    death = killing;
  }

  @Override
  public synchronized Mischief next(int number, Request request) {
    if (dying) {
      return Mischief.CUT_BEFORE;
    }
    if (random.nextDouble() < force.deadly()) {
      dying = true;
      death.run();
      return random.nextBoolean() ? Mischief.CUT_BEFORE : Mischief.CUT_AFTER;
    }
    return random.nextDouble() < force.broken()
        ? BREAKAGE.get(random.nextInt(BREAKAGE.size()))
        : Mischief.NONE;
  }
}
