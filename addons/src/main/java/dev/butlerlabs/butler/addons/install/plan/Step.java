package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import java.time.Instant;
import java.util.Optional;

/** What comes next for an addon that is wanted. */
public sealed interface Step {

  /** Why it waits: the cluster has not what it needs there. */
  String PREFLIGHT = "PreflightUnmet";

  /** It cannot be carried out as it is written. */
  record Refuse(String sentence) implements Step {}

  /** Somebody paused it. */
  record Stop() implements Step {}

  /** Something has to come first. */
  record Await(String reason, String sentence) implements Step {}

  /** Helm has to be asked. */
  record Run(Wanted wanted) implements Step {}

  /** Helm was asked and has not answered. */
  record Attend(String sentence) implements Step {}

  /** Helm is at something that nobody wants any more. */
  record CallOff(String sentence) implements Step {}

  /** Helm failed; the next attempt has its time. */
  record Pause(Refusal refusal, Instant until, Wanted wanted) implements Step {}

  /** Helm has done it, and nobody was told. */
  record Settle(Wanted wanted) implements Step {}

  /** All is as it was asked for; what remains is to look after it. */
  record Keep(Wanted wanted) implements Step {}

  /** The same, while nobody knows what the catalog's offer would change. */
  default Step untried() {
    return this instanceof Keep(var wanted) ? new Keep(wanted.untried()) : this;
  }

  /** Decides. What was asked of Helm is heard before anything else is asked. */
  static Step of(Look seen) {
    return switch (seen.resolution()) {
      case Resolution.Faulty faulty when !(seen.past() instanceof Past.Busy) ->
          new Refuse(faulty.sentence());
      case Resolution.Faulty faulty -> new Attend(faulty.sentence());
      case Resolution.Unknown(var sentence) when seen.past() instanceof Past.Busy ->
          new Attend(sentence);
      case Resolution.Unknown(var sentence) ->
          closed(seen.way()).orElseGet(() -> new Await("ParameterUnknown", sentence));
      case Resolution.Clear(var wanted) -> after(seen, wanted);
    };
  }

  private static Step after(Look seen, Wanted wanted) {
    return switch (seen.past()) {
      case Past.Busy busy when busy.edited() ->
          new CallOff(
              busy.told(
                  "%s once what was asked for before the edit is called off"
                      .formatted(wanted.asked())));
      case Past.Busy busy -> new Attend(busy.told(wanted.asked()));
      case Past.Done(Result.Deployed _) -> new Settle(wanted);
      case Past.Done _, Past.Idle _, Past.Failed _, Past.CalledOff _ -> wish(seen, wanted);
    };
  }

  private static Step wish(Look seen, Wanted wanted) {
    if (seen.paused()) {
      return new Stop();
    }
    if (wanted.standsIn(seen.facts())
        && !(seen.past() instanceof Past.CalledOff)
        && !seen.drift().equals(new Drift.Gone(true))) {
      return new Keep(wanted);
    }
    return closed(seen.way()).orElseGet(() -> open(seen, wanted));
  }

  private static Optional<Step> closed(Way way) {
    return switch (way) {
      case Way.Shut(var reason, var sentence) -> Optional.of(new Await(reason, sentence));
      case Way.Gone(var sentence) -> Optional.of(new Await("ClusterMissing", sentence));
      case Way.Open() -> Optional.empty();
    };
  }

  private static Step open(Look seen, Wanted wanted) {
    if (!seen.unmet().isEmpty()) {
      return new Await("DependenciesNotMet", String.join("; ", seen.unmet()));
    }
    return seen.heldBack() ? new Await(PREFLIGHT, seen.ahead().sentence()) : attempt(seen, wanted);
  }

  private static Step attempt(Look seen, Wanted wanted) {
    return seen.past() instanceof Past.Failed failed
            && failed.order().equals(wanted.attempt())
            && seen.now().isBefore(failed.due())
        ? new Pause(failed.refusal(), failed.due(), wanted)
        : new Run(wanted);
  }
}
