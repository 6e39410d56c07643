package dev.butlerlabs.butler.sandbox.node.plan;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is seen of one container at one moment.
 *
 * @param started its startup probe is content, or it has none
 * @param last how it ended the time before
 */
public record ContainerView(
    String name,
    String image,
    State state,
    boolean started,
    boolean ready,
    int restarts,
    State.@Nullable Ended last) {

  /** Where it is in its life. */
  public sealed interface State {

    /** Not running, for a reason. */
    record Waiting(String reason, String message) implements State {}

    /** Running under an identity of its own. */
    record Running(Instant since, String id) implements State {}

    /** Ended and not started again, or not yet. */
    record Ended(
        int exitCode, String reason, String message, Instant since, Instant until, String id)
        implements State {

      boolean well() {
        return exitCode == 0;
      }
    }
  }

  boolean running() {
    return state instanceof State.Running;
  }

  boolean endedWell() {
    return state instanceof State.Ended ended && ended.well();
  }

  boolean ended() {
    return state instanceof State.Ended;
  }
}
