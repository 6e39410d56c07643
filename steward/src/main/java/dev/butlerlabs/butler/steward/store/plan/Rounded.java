package dev.butlerlabs.butler.steward.store.plan;

/**
 * Figures for a status, rounded up to two digits, so that a store at rest causes no writes and a
 * busy one few.
 */
final class Rounded {

  private Rounded() {}

  static long of(long value) {
    var unit = 1L;
    while (value / unit >= 100) {
      unit *= 10;
    }
    return (value + unit - 1) / unit * unit;
  }
}
