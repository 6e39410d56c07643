package dev.butlerlabs.butler.apps.workbench.trial;

import java.time.Duration;
import java.time.InstantSource;

/** Time as a trial lives in it: waits that end early when somebody wants it to stop. */
public interface Pace extends InstantSource {

  /** Waits that long, stopped or not. */
  void rest(Duration time);

  /** Waits that long, or until it is stopped. */
  void restUnlessStopped(Duration time);

  /** Somebody wants it to stop; what was made is removed and nothing more is made. */
  void stop();

  boolean stopped();
}
