package dev.butlerlabs.butler.providers.local.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Decides what is to be done next about a machine. */
public final class MachinePlanner {

  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final int PATIENCE = 10;

  private MachinePlanner() {}

  /**
   * How long to wait before trying again to join, since nothing in a tenant can be watched before
   * the machine is a Node there: the longer it takes, the longer.
   */
  public static Duration pause(Observation seen) {
    var since = seen.dataSince().orElse(seen.now());
    var pause = Duration.between(since, seen.now()).dividedBy(PATIENCE);
    if (pause.compareTo(SHORTEST_PAUSE) < 0) {
      return SHORTEST_PAUSE;
    }
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }

  public static Step decide(Observation seen) {
    return seen.certified() ? certified(seen) : newcomer(seen);
  }

  private static Step newcomer(Observation seen) {
    if (!seen.dataThere()) {
      return new Step.AwaitData();
    }
    var delay = seen.faults().startDelaySeconds();
    var start = seen.dataSince().orElse(seen.now()).plusSeconds(delay == null ? 0 : delay);
    if (seen.now().isBefore(start)) {
      return new Step.AwaitStart(start);
    }
    return neverJoins(seen) ? new Step.StayAway() : new Step.Join();
  }

  private static Step certified(Observation seen) {
    if (neverJoins(seen) && !seen.nodeRecorded()) {
      return new Step.StayAway();
    }
    var end = end(seen);
    return end.filter(when -> !seen.now().isBefore(when)).isPresent()
        ? new Step.FallSilent(end.get())
        : new Step.Serve(end);
  }

  private static Optional<Instant> end(Observation seen) {
    var life = seen.faults().diesAfterSeconds();
    return life == null
        ? Optional.empty()
        : seen.joinedSince().map(joined -> joined.plusSeconds(life));
  }

  private static boolean neverJoins(Observation seen) {
    return Boolean.TRUE.equals(seen.faults().neverJoins());
  }
}
