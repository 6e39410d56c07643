package dev.butlerlabs.butler.apps.manager;

/** A process, whole and wired, that can be started. */
interface Program extends AutoCloseable {

  void start();

  /**
   * Goes through a start without standing for the lead, so that a class cache can be made of it;
   * answers whether it got as far as ready.
   */
  boolean rehearse() throws InterruptedException;

  /** Stops everything, the lead last. */
  @Override
  void close();
}
