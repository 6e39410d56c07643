package dev.butlerlabs.butler.providers.local.plan;

import java.time.Instant;
import java.util.Optional;

/** Decides what is to be done next about a machine. */
public final class MachinePlanner {

  private MachinePlanner() {}

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
