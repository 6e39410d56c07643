package dev.butlerlabs.butler.steward.store.driver;

import java.time.Instant;

/** A store that keeps tenants apart. All calls block, can be repeated, and heed interrupts. */
public interface Driver extends AutoCloseable {

  Told<Health> health();

  /** Makes the corner, or mends it, or finds it as it should be. */
  Told<Place> ensure(Corner corner);

  /** A new login for the corner's user; made here, kept by the caller, known to nobody else. */
  Told<Pass> login(Corner corner, Instant now);

  /**
   * Lets whoever has the login in, and nobody with an older one where there can be but one. To be
   * called when the login is stored, so that a lost answer locks nobody out.
   */
  Told<Boolean> admit(Corner corner, Pass pass);

  /** How many keys there are; cheap. */
  Told<Long> count(Corner corner);

  /** How much there is; a hundred small reads. */
  Told<Use> use(Corner corner);

  /**
   * Removes user, rights and data, in this order, so that nobody writes while data goes. Done means
   * that it was looked: nothing is left.
   */
  Told<Long> remove(Corner corner);

  @Override
  void close();
}
