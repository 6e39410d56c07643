package dev.butlerlabs.butler.testkit.faults;

import java.util.EnumSet;
import java.util.Set;

/** What can go wrong around one API call, as its caller meets it. */
public enum Fault {

  /** Nothing is sent; the caller sees a refused connection. */
  BEFORE,

  /** The server does it; the connection breaks before the answer comes. */
  AFTER_COMMIT,

  /** Nothing is sent; the caller is told 409, as if another writer had been faster. */
  CONFLICT,

  /** Nothing is sent; the caller sees a time-out, at once. */
  TIME_OUT,

  /** The request is sent twice, one after the other; the caller gets the second answer. */
  REPEAT,

  /** The server does it; the connection breaks half way through the answer. */
  CUT,

  /** The request waits, unsent, until {@link Held#release}. */
  HOLD_REQUEST,

  /** The server does it; the answer waits until {@link Held#release}. */
  HOLD_ANSWER,

  /** The process dies before sending: this call and all later ones throw {@link Killed}. */
  KILL_BEFORE,

  /** The process dies when the server has done it: nobody hears the answer. */
  KILL_AFTER,

  /** Just before the call every watch stops telling, until {@link Watches#thaw}. */
  FREEZE_WATCHES,

  /** Just before the call every watch breaks; the client opens them again by itself. */
  CUT_WATCHES;

  /** Faults that need no hand of the test to go on: what a matrix tries by default. */
  public static Set<Fault> selfContained() {
    return EnumSet.complementOf(EnumSet.of(HOLD_REQUEST, HOLD_ANSWER, FREEZE_WATCHES));
  }

  public boolean kills() {
    return this == KILL_BEFORE || this == KILL_AFTER;
  }
}
