package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.api.addons.LeftoverPolicy;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What comes next for an addon that is deleted. */
public sealed interface Ending {

  /** An event holds no more than a thousand letters. */
  int TOLD = 8;

  /**
   * Nothing of it needs to be taken away any more.
   *
   * @param leftovers what stays, in a sentence; empty when nothing does
   * @param purged what would have stayed and was deleted, in a sentence; empty when nothing was
   */
  record LetGo(String leftovers, String purged) implements Ending {

    public LetGo(String leftovers) {
      this(leftovers, "");
    }
  }

  /** Something has to come first. */
  record Hold(String reason, String sentence) implements Ending {}

  /** An installation is under way and has to end. */
  record CallOff() implements Ending {}

  record Uninstall(ReleaseKey release) implements Ending {}

  /** Helm is at it. */
  record Attend() implements Ending {}

  /** Helm failed; the next attempt has its time. */
  record Pause(Refusal refusal, Instant until) implements Ending {}

  /**
   * One look at an addon that goes.
   *
   * @param dependents who has to go first
   * @param orphan the release is to stay
   * @param force when the release is left behind if it cannot be taken away
   * @param policy what becomes of what stays behind
   */
  record Look(
      Facts facts,
      Way way,
      Past past,
      Set<String> dependents,
      boolean orphan,
      Optional<Instant> force,
      LeftoverPolicy policy,
      Instant now) {

    /** What stays behind is told. */
    public Look(
        Facts facts,
        Way way,
        Past past,
        Set<String> dependents,
        boolean orphan,
        Optional<Instant> force,
        Instant now) {
      this(facts, way, past, dependents, orphan, force, LeftoverPolicy.KEEP, now);
    }
  }

  static Ending of(Look seen) {
    var release = seen.past().over(seen.facts()).release();
    if (seen.past() instanceof Past.Busy busy) {
      return busy.purpose() == Past.Purpose.DEPLOY ? new CallOff() : new Attend();
    }
    if (seen.past() instanceof Past.Done(Result.Removed(var stays, var purged))) {
      return new LetGo(
          stays.isEmpty()
              ? ""
              : "what stays: %s; delete by hand what nobody needs".formatted(shortly(stays)),
          purged.isEmpty() ? "" : "purged, as spec.leftovers wants: %s".formatted(shortly(purged)));
    }
    if (release == null || seen.way() instanceof Way.Gone) {
      return new LetGo("");
    }
    if (seen.orphan()) {
      return new LetGo(left(release, "as spec.deletionPolicy wants"));
    }
    if (!seen.dependents().isEmpty()) {
      return new Hold(
          "StillNeeded",
          "%s needs it; delete that first".formatted(String.join(", ", seen.dependents())));
    }
    return leave(seen, release);
  }

  /** As much of it as a sentence holds. */
  static String shortly(List<String> all) {
    var told = String.join(", ", all.subList(0, Math.min(all.size(), TOLD)));
    return all.size() > TOLD ? "%s and %d more".formatted(told, all.size() - TOLD) : told;
  }

  private static Ending leave(Look seen, ReleaseKey release) {
    var late = seen.force().filter(end -> !seen.now().isBefore(end)).isPresent();
    if (seen.way() instanceof Way.Shut(var reason, var sentence)) {
      return late
          ? new LetGo(left(release, "because " + sentence))
          : new Hold(reason, "release %s is still installed: %s".formatted(release, sentence));
    }
    if (seen.past() instanceof Past.Failed failed && failed.purpose() == Past.Purpose.REMOVE) {
      if (late) {
        return new LetGo(
            failed.refusal().cause() == Cause.LEFTOVERS_HELD
                ? failed.refusal().sentence()
                : left(release, "because " + failed.refusal().sentence()));
      }
      // Another wish is tried at once.
      if (failed.order().equals(order(seen.policy())) && seen.now().isBefore(failed.due())) {
        return new Pause(failed.refusal(), failed.due());
      }
    }
    return new Uninstall(release);
  }

  /** Distinguishes attempts to take a release away. */
  static String order(LeftoverPolicy policy) {
    return policy == LeftoverPolicy.KEEP ? "" : policy.name();
  }

  private static String left(ReleaseKey release, String why) {
    return "release %s stays on the cluster, %s; helm uninstall takes it away"
        .formatted(release, why);
  }

  /** What is told meanwhile. */
  static AddonReport report(Look seen, Ending step) {
    var message =
        switch (step) {
          case LetGo(var leftovers, _) -> leftovers;
          case Hold(_, var sentence) -> sentence;
          case CallOff() -> "the installation is called off";
          case Uninstall(var release) -> "release %s is being uninstalled".formatted(release);
          case Attend() -> {
            var sentence = "Helm takes the release away";
            yield seen.past() instanceof Past.Busy busy ? busy.told(sentence) : sentence;
          }
          case Pause(var refusal, _) -> refusal.sentence();
        };
    var reason =
        switch (step) {
          case Hold(var word, _) -> word;
          case Pause(var refusal, _) -> refusal.cause().word();
          case LetGo _, CallOff _, Uninstall _, Attend _ -> "Deleting";
        };
    var verdicts =
        List.of(AddonReport.cluster(seen.way()), Verdict.no(AddonReport.READY, reason, message));
    Optional<Instant> next =
        step instanceof Pause(_, var until)
            ? Optional.of(until)
            : seen.force().filter(end -> seen.now().isBefore(end));
    var facts = seen.past().over(seen.facts());
    return new AddonReport(Stage.DELETING, message, verdicts, facts, next);
  }
}
