package dev.butlerlabs.butler.ipam.ledger;

import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many addresses each share has; one thread changes it, any may look. */
final class Totals {

  private final Map<Share, BigInteger> totals = new ConcurrentHashMap<>();

  void add(Share share, BigInteger size) {
    totals.merge(share, size, BigInteger::add);
  }

  void take(Share share, BigInteger size) {
    totals.computeIfPresent(share, (_, had) -> had.equals(size) ? null : had.subtract(size));
  }

  BigInteger of(Share share) {
    return totals.getOrDefault(share, BigInteger.ZERO);
  }

  Map<Share, BigInteger> all() {
    return Map.copyOf(totals);
  }
}
