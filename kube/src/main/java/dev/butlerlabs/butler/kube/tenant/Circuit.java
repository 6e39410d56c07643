package dev.butlerlabs.butler.kube.tenant;

import java.time.Duration;
import java.time.Instant;

/**
 * Whether a tenant is worth a call. Closed while it answers; open for a rest after several failures
 * in a row; then one probe decides. A value: each event answers the next one.
 *
 * @param failures in a row
 * @param rest how long the tenant was or is left alone, zero while closed
 * @param until when the rest is over
 * @param probing true while the one probe is under way
 */
public record Circuit(int failures, Duration rest, Instant until, boolean probing) {

  private static final Duration LEAST = Duration.ofSeconds(2);

  public static Circuit closed() {
    return new Circuit(0, Duration.ZERO, Instant.MIN, false);
  }

  public boolean open() {
    return !rest.isZero();
  }

  public boolean admits(Instant now) {
    return !open() || (!probing && !now.isBefore(until));
  }

  /** How long to wait before asking again; a tenant that answers may ask for less. */
  public Duration wait(Instant now) {
    var left = Duration.between(now, until);
    return left.compareTo(LEAST) < 0 ? LEAST : left;
  }

  public Circuit admitted() {
    return open() ? new Circuit(failures, rest, until, true) : this;
  }

  public Circuit failed(Instant now, TenantSettings settings) {
    var more = failures + 1;
    if (open() && !probing) {
      // Work that began before the circuit opened says nothing new.
      return this;
    }
    if (!open() && more < settings.tolerated()) {
      return new Circuit(more, Duration.ZERO, Instant.MIN, false);
    }
    var next = open() ? rest.multipliedBy(2) : settings.firstRest();
    var bounded = next.compareTo(settings.longestRest()) > 0 ? settings.longestRest() : next;
    return new Circuit(more, bounded, now.plus(bounded), false);
  }
}
