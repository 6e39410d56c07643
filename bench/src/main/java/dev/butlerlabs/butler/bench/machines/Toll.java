package dev.butlerlabs.butler.bench.machines;

import java.util.List;

/**
 * What a number of lives cost, and what went wrong in them. Everything but the first four should be
 * nothing.
 *
 * @param changes calls that may have changed the platform, of machines that got to run
 * @param kills processes that were ended on the way
 */
record Toll(long lives, long changes, long looks, long kills, List<String> wrongs) {

  Toll {
    wrongs = List.copyOf(wrongs);
  }

  double changesPerLife() {
    return lives == 0 ? 0 : (double) changes / lives;
  }
}
