package dev.butlerlabs.butler.sandbox.toolchain;

import java.time.Duration;

/** Someone who is told how far the work on each program is. Calls come from the calling thread. */
public interface Progress {

  /** Work began; {@code doing} is a phrase such as "building with Go". */
  default void started(Tool tool, String doing) {}

  /** Told about every ten seconds while {@code doing} lasts. */
  default void stillWorking(Tool tool, String doing, Duration elapsed) {}

  default void done(Located located, Duration took) {}

  /** A listener for callers that show nothing. */
  static Progress silent() {
    return new Progress() {};
  }
}
