package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.helm.plan.Engine;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Verdict;
import java.util.List;
import java.util.Optional;

/** What is told of drift. */
final class Synced {

  private static final String TYPE = AddonReport.SYNCED;

  private Synced() {}

  static Verdict verdict(Look seen, Facts facts) {
    if (!facts.installed()) {
      return Verdict.unknown(TYPE, "NotInstalled", "nothing is installed yet");
    }
    if (facts.manifest().isEmpty()) {
      return Verdict.unknown(
          TYPE,
          "NotRecorded",
          "what it consists of was not written down when it was installed; the next change of the addon does that");
    }
    var sentence = sentence(seen);
    return switch (seen.drift()) {
      // What was told stands until there is something new to tell.
      case Drift.Unknown() ->
          seen.told(TYPE)
              .orElseGet(() -> Verdict.unknown(TYPE, "Looking", "its objects are being looked at"));
      case Drift.Unclear(var why) -> Verdict.unknown(TYPE, "Unclear", why);
      case Drift.None() -> Verdict.yes(TYPE, "AsReleased", "");
      case Drift.Standing _ -> Verdict.no(TYPE, "Drifted", sentence);
      case Drift.Contested _ -> Verdict.no(TYPE, "Contested", sentence);
      case Drift.Replaced(_, var by) ->
          Verdict.no(TYPE, by.map(one -> one.release().word()).orElse("ReleaseReplaced"), sentence);
      case Drift.Gone _ -> Verdict.no(TYPE, "ReleaseGone", sentence);
    };
  }

  private static Optional<Verdict> toldDrifted(Look seen) {
    return seen.told(TYPE).filter(told -> told.status() == Condition.Truth.FALSE);
  }

  /** Whether something that was installed is not there, as far as it is known. */
  static boolean lacks(Look seen) {
    return switch (seen.drift()) {
      case Drift.Unknown _ ->
          seen.before().stage() == Stage.DEGRADED && toldDrifted(seen).isPresent();
      case Drift.Gone _ -> true;
      case Drift.Standing standing -> standing.somethingGone();
      case Drift.Contested(var differences, _) -> differences.stream().anyMatch(Difference::gone);
      case Drift.Unclear _, Drift.None _, Drift.Replaced _ -> false;
    };
  }

  /** What is not as it was installed, and what to do; empty when nothing is known to be. */
  static String sentence(Look seen) {
    return switch (seen.drift()) {
      case Drift.Unknown _ -> toldDrifted(seen).map(Verdict::message).orElse("");
      case Drift.Unclear _, Drift.None _ -> "";
      case Drift.Standing(var differences, var repairing) when repairing ->
          Drift.clauses(differences) + "; it is tried again";
      case Drift.Standing(var differences, _)
          when differences.stream().allMatch(Difference::gone) ->
          Drift.clauses(differences) + "; have it made again with spec.driftPolicy: Repair";
      case Drift.Standing(var differences, _) ->
          Drift.clauses(differences)
              + "; write it into spec.values, or have it undone with spec.driftPolicy: Repair";
      case Drift.Contested(var differences, var writers) ->
          "%s; it was repaired %d times within a minute and is left for ten: stop %s, or write spec.driftPolicy: Report"
              .formatted(Drift.clauses(differences), Contest.FIGHT, names(writers));
      case Drift.Replaced(int revision, var by) when by.isPresent() ->
          "%s made revision %d of it, which is left as it is (%s)"
              .formatted(by.get().title(), revision, by.get().release().remedy());
      case Drift.Replaced(int revision, _) ->
          "somebody else made revision %d of it, which is left as it is; change spec to have it made anew"
              .formatted(revision);
      case Drift.Gone(var repairing) when repairing ->
          "its release is not there any more; it is installed anew";
      case Drift.Gone _ ->
          "its release is not there any more; have it installed anew with spec.driftPolicy: Repair";
    };
  }

  private static String names(List<String> writers) {
    return Engine.among(writers)
        .map(engine -> "%s (%s)".formatted(engine.title(), String.join(", ", writers)))
        .orElseGet(() -> writers.isEmpty() ? "whoever deletes it" : String.join(", ", writers));
  }
}
