package dev.butlerlabs.butler.sandbox.plane.supervise;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What there is to say about one component at one moment.
 *
 * @param restarts how often it was started again after ending by itself
 * @param readyAfter how long the present start took to be ready
 * @param cause why it is not ready, as a sentence; empty when it is
 */
public record Snapshot(
    String name,
    String address,
    State state,
    Instant since,
    @Nullable Long pid,
    int restarts,
    @Nullable Integer lastExit,
    @Nullable Duration readyAfter,
    String cause) {

  /** Where a component is in its life. */
  public enum State {
    STARTING,
    READY,
    /** It ended by itself and will be started again in a moment. */
    BACKING_OFF,
    STOPPING,
    STOPPED
  }
}
