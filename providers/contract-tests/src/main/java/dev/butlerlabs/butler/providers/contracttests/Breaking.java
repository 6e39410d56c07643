package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Breaks one call; a killed process makes no further call until another has taken over. */
final class Breaking implements MischiefMaker {

  /** Every way a call is broken in. */
  static final List<Mischief> WAYS =
      List.of(
          Mischief.CUT_BEFORE,
          Mischief.CUT_AFTER,
          Mischief.HALF_ANSWER,
          Mischief.TWICE,
          Mischief.UNAVAILABLE,
          Mischief.THROTTLED);

  /** Ways a changing call is broken in an ordinary run; {@code -Dbutler.faults=all} tries all. */
  private static final int DRAWN = 1;

  private final int call;
  private final Mischief mischief;
  private final boolean killed;
  private boolean dying;
  private boolean broke;

  Breaking(int call, Mischief mischief, boolean killed) {
    this.call = call;
    this.mischief = mischief;
    this.killed = killed;
  }

  static boolean inEveryWay() {
    return "all".equals(System.getProperty("butler.faults"));
  }

  static List<Mischief> drawn(Random random) {
    if (inEveryWay()) {
      return WAYS;
    }
    var ways = new ArrayList<>(WAYS);
    Collections.shuffle(ways, random);
    return ways.subList(0, DRAWN);
  }

  @Override
  public synchronized Mischief next(int number, Request request) {
    if (number == call) {
      broke = true;
      dying = killed;
      return mischief;
    }
    return dying ? Mischief.CUT_BEFORE : Mischief.NONE;
  }

  synchronized boolean died() {
    var was = dying;
    dying = false;
    return was;
  }

  synchronized boolean broke() {
    return broke;
  }
}
