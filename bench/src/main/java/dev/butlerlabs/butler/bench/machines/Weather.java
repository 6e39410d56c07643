package dev.butlerlabs.butler.bench.machines;

import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** What happens to calls on their way to a platform, drawn from a seed. */
final class Weather implements MischiefMaker {

  private static final List<Mischief> BREAKAGE =
      List.of(
          Mischief.CUT_BEFORE,
          Mischief.CUT_AFTER,
          Mischief.HALF_ANSWER,
          Mischief.NO_ANSWER,
          Mischief.TWICE,
          Mischief.UNAVAILABLE,
          Mischief.THROTTLED);

  /** What comes in bursts: a platform that restarts, and one that is asked too much. */
  private static final List<Mischief> SQUALLS = List.of(Mischief.UNAVAILABLE, Mischief.THROTTLED);

  private static final int SHORTEST_SQUALL = 5;
  private static final int LONGEST_SQUALL = 30;

  /**
   * How rough it is.
   *
   * @param broken the share of calls that break by themselves
   * @param squally the share of calls with which many in a row begin to be refused
   * @param deadly the share of calls that end the process
   */
  record Force(double broken, double squally, double deadly) {
    static final Force CALM = new Force(0, 0, 0);
    static final Force ROUGH = new Force(0.1, 0.002, 0.002);
  }

  private final Random random;
  private final Runnable patience;
  private Force force = Force.CALM;
  private Runnable death = () -> {};
  private boolean dying;
  private Mischief squall = Mischief.NONE;
  private int left;
  private long squalls;
  private Set<Integer> refused = new HashSet<>();

  /**
   * Calm, until somebody turns it.
   *
   * @param patience of a caller who hears nothing: lets so much time pass that it is over
   */
  Weather(Random random, Runnable patience) {
    this.random = random;
    this.patience = patience;
  }

  synchronized void turn(Force other) {
    force = other;
  }

  /** Another process is at work; this ends it. */
  synchronized void watchOver(Runnable killing) {
    dying = false;
    death = killing;
  }

  /** Any call is as likely to break as any other. */
  @Override
  public synchronized Mischief next(int number, Request request) {
    var inSquall = squalls;
    var drawn = next();
    if (squalls > inSquall) {
      refused.add(number);
    }
    return drawn;
  }

  synchronized Mischief next() {
    if (dying) {
      return Mischief.CUT_BEFORE;
    }
    if (random.nextDouble() < force.deadly()) {
      dying = true;
      death.run();
      return random.nextBoolean() ? Mischief.CUT_BEFORE : Mischief.CUT_AFTER;
    }
    if (left == 0 && random.nextDouble() < force.squally()) {
      squall = SQUALLS.get(random.nextInt(SQUALLS.size()));
      left = SHORTEST_SQUALL + random.nextInt(LONGEST_SQUALL - SHORTEST_SQUALL + 1);
    }
    if (left > 0) {
      left--;
      squalls++;
      return squall;
    }
    return random.nextDouble() < force.broken()
        ? BREAKAGE.get(random.nextInt(BREAKAGE.size()))
        : Mischief.NONE;
  }

  /** The numbers of calls that were refused among many in a row, since this was asked last. */
  synchronized Set<Integer> refusedInSqualls() {
    var all = refused;
    refused = new HashSet<>();
    return all;
  }

  @Override
  public void unanswered() {
    patience.run();
  }
}
