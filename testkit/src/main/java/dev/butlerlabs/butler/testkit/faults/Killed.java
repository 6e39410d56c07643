package dev.butlerlabs.butler.testkit.faults;

/**
 * The end of a process, as the code in it meets it. It is an error so that handlers of exceptions
 * let it pass: a dead process handles nothing.
 */
public final class Killed extends Error {

  Killed(String at) {
    super("the process was killed at " + at);
  }
}
