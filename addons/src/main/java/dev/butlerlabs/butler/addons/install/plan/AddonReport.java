package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Upgrades;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is told of an addon.
 *
 * @param message one sentence: what was tried or is awaited, and what to do next
 * @param next when to look again, if the clock decides
 */
public record AddonReport(
    Stage stage, String message, List<Verdict> verdicts, Facts facts, Optional<Instant> next) {

  public static final String CLUSTER_READY = "ClusterReady";
  public static final String DEPENDENCIES_MET = "DependenciesMet";
  public static final String INSTALLED = "Installed";
  public static final String HEALTHY = "Healthy";
  public static final String SYNCED = "Synced";
  public static final String READY = "Ready";

  /** Why nobody knows whether it is healthy: its cluster does not answer. */
  public static final String UNSEEN = "ClusterUnseen";

  /** Why it is not healthy although its workloads are. */
  static final String UNMET = "HealthRulesUnmet";

  public static final Set<String> TYPES =
      Set.of(CLUSTER_READY, DEPENDENCIES_MET, INSTALLED, HEALTHY, SYNCED, READY);

  public AddonReport {
    verdicts = List.copyOf(verdicts);
  }

  /** Of an addon that is wanted. */
  public static AddonReport of(Look seen, Step step) {
    var facts = facts(seen, step);
    var health = health(seen, facts);
    var synced = Synced.verdict(seen, facts);
    var patience = patience(step);
    var stage = stage(seen, step, facts, health, patience);
    var message = message(seen, stage, step, health);
    var ready =
        stage == Stage.INSTALLED
            ? Verdict.yes(READY, "Installed", message)
            : Verdict.no(READY, reason(stage, step), message);
    var verdicts =
        List.of(
            cluster(seen.way()),
            needs(seen.unmet()),
            installed(step, facts, message),
            health,
            synced,
            ready);
    return new AddonReport(stage, message, verdicts, facts, next(seen, step, stage, patience));
  }

  /** What is told of drift, when it was not told before. */
  public Optional<String> newlyDrifted(Before before) {
    return verdicts.stream()
        .filter(one -> one.type().equals(SYNCED) && one.status() == Condition.Truth.FALSE)
        .filter(
            one ->
                before
                    .conditions()
                    .find(SYNCED)
                    .map(Condition::verdict)
                    .filter(one::equals)
                    .isEmpty())
        .map(Verdict::message)
        .findFirst();
  }

  /** The cache may not show yet what was claimed before Helm was asked. */
  private static Facts facts(Look seen, Step step) {
    return switch (step) {
      case Step.Run(var wanted) -> seen.facts().claiming(wanted);
      case Step.Attend _, Step.CallOff _, Step.Pause _ ->
          seen.resolution() instanceof Resolution.Clear(var wanted)
              ? seen.facts().claiming(wanted)
              : seen.facts();
      case Step.Refuse _, Step.Stop _, Step.Await _, Step.Settle _, Step.Keep _ -> seen.facts();
    };
  }

  /** How long workloads may take until their trouble counts. */
  private static Duration patience(Step step) {
    return switch (step) {
      case Step.Settle(var wanted) -> wanted.timeout();
      case Step.Keep(var wanted) -> wanted.timeout();
      case Step.Refuse _,
          Step.Stop _,
          Step.Await _,
          Step.Run _,
          Step.Attend _,
          Step.CallOff _,
          Step.Pause _ ->
          Duration.ZERO;
    };
  }

  private static Stage stage(Look seen, Step step, Facts facts, Verdict health, Duration patience) {
    var before = seen.before().stage();
    return switch (step) {
      case Step.Run _, Step.Attend _, Step.CallOff _ ->
          seen.facts().installed() ? Stage.UPGRADING : Stage.INSTALLING;
      case Step.Pause _ -> Stage.FAILED;
      case Step.Refuse _ -> facts.installed() ? Stage.DEGRADED : Stage.FAILED;
      case Step.Await _, Step.Stop _ -> facts.installed() ? standing(before) : Stage.PENDING;
      case Step.Settle _, Step.Keep _ ->
          switch (health.status()) {
            case TRUE -> Synced.lacks(seen) ? Stage.DEGRADED : Stage.INSTALLED;
            case UNKNOWN -> before.underWay() ? before : standing(before);
            case FALSE -> {
              var young = seen.now().isBefore(seen.before().since().plus(patience));
              yield before.underWay() && young ? before : Stage.DEGRADED;
            }
          };
    };
  }

  /** What is installed stays so while we wait or cannot look. */
  private static Stage standing(Stage before) {
    return before == Stage.DEGRADED ? Stage.DEGRADED : Stage.INSTALLED;
  }

  private static Verdict health(Look seen, Facts facts) {
    if (!facts.installed()) {
      return Verdict.unknown(HEALTHY, "NotInstalled", "nothing is installed yet");
    }
    return switch (seen.inside()) {
      case Inside.Seen inside when inside.well() ->
          Verdict.yes(HEALTHY, "WorkloadsReady", Health.unwatched(facts.workloads()));
      case Inside.Seen inside ->
          Verdict.no(
              HEALTHY,
              inside.troubles().isEmpty() ? UNMET : "WorkloadsNotReady",
              inside.sentence());
      case Inside.Unseen(var sentence) -> Verdict.unknown(HEALTHY, UNSEEN, sentence);
      // What was told stands until there is something new to tell.
      case Inside.Looking() ->
          seen.told(HEALTHY)
              .orElseGet(
                  () -> Verdict.unknown(HEALTHY, "Looking", "its workloads are being looked at"));
    };
  }

  private static String message(Look seen, Stage stage, Step step, Verdict health) {
    return switch (step) {
      case Step.Refuse(var sentence) -> sentence;
      case Step.Stop() -> "paused: nothing is changed until spec.paused is taken away";
      case Step.Await(_, var sentence) -> "waits: " + sentence;
      case Step.Run(var wanted) -> wanted.asked();
      case Step.Attend(var sentence) -> sentence;
      case Step.CallOff(var sentence) -> sentence;
      case Step.Pause(var refusal, var until, _) -> failed(refusal, until, facts(seen, step));
      case Step.Settle(var wanted) -> standing(seen, stage, wanted, health);
      case Step.Keep(var wanted) -> standing(seen, stage, wanted, health);
    };
  }

  private static String failed(Refusal refusal, Instant until, Facts facts) {
    var serves = facts.installed() ? "; version %s still serves".formatted(facts.version()) : "";
    return refusal.sentence() + serves + (refusal.stubborn() ? again(until) : "");
  }

  private static String again(Instant until) {
    return "; it is tried again at %s, since each attempt changes the cluster and none helped, and at once when what it asks for is edited or the annotation %s has a new value"
        .formatted(until.truncatedTo(ChronoUnit.SECONDS), Annotations.REFRESH);
  }

  private static String standing(Look seen, Stage stage, Wanted wanted, Verdict health) {
    var facts = seen.facts();
    var what = "release %s has version %s".formatted(wanted.release(), facts.version());
    if (stage != Stage.INSTALLED) {
      return health.status() == Condition.Truth.TRUE
          ? "%s, but %s".formatted(what, Synced.sentence(seen))
          : "%s, but %s; look at %s"
              .formatted(
                  what, health.message(), health.reason().equals(UNMET) ? "that" : "its pods");
    }
    var drifted = Synced.sentence(seen);
    return what + (drifted.isEmpty() ? "" : "; " + drifted) + offered(wanted, facts);
  }

  /** How it is told that others come first. */
  public static String waiting(String why) {
    return "which waits: " + why;
  }

  private static String offered(Wanted wanted, Facts facts) {
    if (wanted.offer() instanceof Offer.Untried) {
      return "";
    }
    var what = wanted.offered().isEmpty() ? "other values" : wanted.offered();
    if (wanted.offer() instanceof Offer.Open(_, var due, var why)) {
      if (!why.isEmpty()) {
        return "; the catalog offers %s, %s".formatted(what, waiting(why));
      }
      if (due.isPresent()) {
        return "; the catalog offers %s, which is taken from %s on".formatted(what, due.get());
      }
    }
    var newer =
        wanted.offered().isEmpty()
            ? ""
            : "; the catalog offers %s, write it into spec.version %s"
                .formatted(wanted.offered(), Upgrades.purpose(facts.version(), wanted.offered()));
    var below =
        wanted.fingerprint().catalog().equals(facts.applied().catalog())
            ? ""
            : "; the catalog's values have changed and come with the next change of this addon";
    return newer + below;
  }

  private static String reason(Stage stage, Step step) {
    return switch (step) {
      case Step.Refuse _ -> "Invalid";
      case Step.Await(var reason, _) -> reason;
      case Step.Pause(var refusal, _, _) -> refusal.cause().word();
      case Step.Stop _, Step.Run _, Step.Attend _, Step.CallOff _, Step.Settle _, Step.Keep _ ->
          word(stage);
    };
  }

  private static String word(Stage stage) {
    return stage.name().charAt(0) + stage.name().substring(1).toLowerCase(Locale.ROOT);
  }

  static Verdict cluster(Way way) {
    return switch (way) {
      case Way.Open() -> Verdict.yes(CLUSTER_READY, "ClusterServes", "");
      case Way.Shut(var reason, var sentence) -> Verdict.no(CLUSTER_READY, reason, sentence);
      case Way.Gone(var sentence) -> Verdict.no(CLUSTER_READY, "ClusterMissing", sentence);
    };
  }

  static Verdict needs(List<String> unmet) {
    return unmet.isEmpty()
        ? Verdict.yes(DEPENDENCIES_MET, "AllThere", "")
        : Verdict.no(DEPENDENCIES_MET, "Waiting", String.join("; ", unmet));
  }

  private static Verdict installed(Step step, Facts facts, String message) {
    if (facts.installed()) {
      return Verdict.yes(
          INSTALLED,
          "Installed",
          "version %s, revision %d".formatted(facts.version(), facts.revision()));
    }
    return Verdict.no(INSTALLED, step instanceof Step.Pause ? "Failed" : "NotYet", message);
  }

  private static Optional<Instant> next(Look seen, Step step, Stage stage, Duration patience) {
    if (step instanceof Step.Pause(_, var until, _)) {
      return Optional.of(until);
    }
    Optional<Instant> patient =
        Optional.of(seen.before().since().plus(patience))
            .filter(_ -> stage.underWay() && patience.isPositive());
    Optional<Instant> due =
        step instanceof Step.Keep(var wanted)
                && wanted.offer() instanceof Offer.Open(_, var moment, _)
            ? moment
            : Optional.empty();
    return Stream.of(patient, due)
        .flatMap(Optional::stream)
        .filter(moment -> moment.isAfter(seen.now()))
        .min(Instant::compareTo);
  }
}
