package dev.butlerlabs.butler.kernel;

import java.time.Instant;
import java.time.InstantSource;

/**
 * Time as something that can be asked for and waited for. Production uses the machine's clock;
 * tests step through it. Nothing below {@code main} asks the JDK for the time directly.
 */
public interface Timeline extends InstantSource {

  /** Runs the task once, at that instant or as soon after as possible; never on this thread. */
  Alarm at(Instant when, Runnable task);

  /** A task that has been asked for and may still be called off. */
  interface Alarm {

    /** Calls the task off; does nothing when it has run already. */
    void cancel();
  }
}
