package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.apps.workbench.trial.Pace;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.time.Instant;

/** Waits by stepping the platform's own clock; may be stopped at one of its waits. */
final class SteppedPace implements Pace {

  private final SteppedTimeline time;
  private final int stopAt;
  private int waits;
  private boolean stopped;

  SteppedPace(SteppedTimeline time, int stopAt) {
    this.time = time;
    this.stopAt = stopAt;
  }

  @Override
  public Instant instant() {
    return time.instant();
  }

  @Override
  public void rest(Duration pause) {
    time.advance(pause);
  }

  @Override
  public void restUnlessStopped(Duration pause) {
    if (++waits == stopAt) {
      stop();
    } else {
      time.advance(pause);
    }
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public boolean stopped() {
    return stopped;
  }
}
