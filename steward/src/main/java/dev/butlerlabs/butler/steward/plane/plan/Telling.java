package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.HostedObjects;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Report;
import dev.butlerlabs.butler.kernel.Verdict;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is said about a control plane: the facts, the one cause, when to look again. */
final class Telling {

  static final String ROLLING_OUT = "RollingOut";

  /** Pods that take longer may have a reason, which is asked for each time this has passed. */
  static final Duration USUAL = Duration.ofSeconds(5);

  /** How far things are. */
  record Progress(
      Endpoint endpoint, boolean rolledOut, Optional<Plan.Basics> basics, Instant lookAt) {}

  private final Observation seen;
  private final Blueprint print;
  private final Optional<Cause> objection;
  private final Progress progress;
  private final List<Verdict> verdicts = new ArrayList<>();
  private Optional<Cause> first = Optional.empty();

  Telling(Observation seen, Blueprint print, Optional<Cause> objection, Progress progress) {
    this.seen = seen;
    this.print = print;
    this.objection = objection;
    this.progress = progress;
  }

  /** Nothing is done and nothing is taken back, until somebody corrects the spec. */
  static Plan refused(Observation seen, Cause cause) {
    var verdicts = new ArrayList<Verdict>();
    verdicts.add(Verdict.no(Fact.ACCEPTED.wire(), cause.reason(), cause.sentence()));
    var serves = Workload.ready(seen.deployment()) > 0;
    verdicts.add(
        serves
            ? Verdict.yes(Fact.READY.wire(), "Serving", "the tenant's API serves as before")
            : Verdict.no(Fact.READY.wire(), cause.reason(), cause.sentence()));
    var before = seen.plane().getStatus();
    return new Plan(
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        new Report(verdicts, Optional.of(cause), Report.whenSomethingChanges()),
        before == null ? StatusFields.NOTHING : StatusFields.kept(before));
  }

  Report report() {
    verdicts.clear();
    first = Optional.empty();
    accepted();
    tell(
        Fact.STORAGE_READY,
        seen.room() instanceof Room.Awaited(var cause, _) ? Optional.of(cause) : Optional.empty(),
        "the tenant has its place in the DataStore");
    tell(
        Fact.ENDPOINT_READY,
        progress.endpoint() instanceof Endpoint.Awaited(var cause)
            ? Optional.of(cause)
            : Optional.empty(),
        "the control plane has an address");
    tell(Fact.ROLLED_OUT, rollout(), "all pods run what is wanted");
    tell(Fact.JOINABLE, joinable(), "nodes and administrators find what they need");
    var ways = new Ways(seen, print);
    if (ways.concerned()) {
      tell(Fact.EXPOSED, ways.awaited(), "the control plane is reached from outside");
    }
    var encryption = new Encryption(seen, print);
    if (encryption.concerned()) {
      tell(Fact.ENCRYPTED, encryption.awaited(), encryption.well());
    }
    ready();
    budget();
    return new Report(verdicts, first, lookAgain());
  }

  /** It serves all the same, so this is no cause for anything else. */
  private void budget() {
    if (seen.room() instanceof Room.Ready room) {
      verdicts.add(
          room.overBudget()
              ? Verdict.no(
                  Fact.WITHIN_BUDGET.wire(),
                  "OverBudget",
                  "it keeps more than tenantBudget of DataStore %s allows; new objects, and larger"
                          .formatted(room.dataStore())
                      + " ConfigMaps and Secrets, are refused until enough was deleted")
              : Verdict.yes(Fact.WITHIN_BUDGET.wire(), "Within", "it keeps no more than it may"));
    }
  }

  /** What has no effect is named beside what has. */
  private void accepted() {
    var ignored = Unserved.ignored(print);
    if (objection.isPresent() || ignored.isEmpty()) {
      tell(Fact.ACCEPTED, objection, "the spec is carried out");
      return;
    }
    verdicts.add(
        Verdict.yes(
            Fact.ACCEPTED.wire(),
            "AcceptedInPart",
            "the spec is carried out, except what has no effect: " + String.join(", ", ignored)));
  }

  private void tell(Fact fact, Optional<Cause> missing, String well) {
    verdicts.add(
        missing
            .map(cause -> Verdict.no(fact.wire(), cause.reason(), cause.sentence()))
            .orElseGet(() -> Verdict.yes(fact.wire(), fact.wire(), well)));
    first = first.or(() -> missing);
  }

  private Optional<Cause> rollout() {
    if (progress.rolledOut()) {
      return Optional.empty();
    }
    var stored = seen.deployment();
    if (stored == null) {
      return Optional.of(
          new Cause(
              "PodsPending",
              "there are no pods yet",
              "they are made when all they need is there",
              ""));
    }
    if (asleep()) {
      return Optional.of(
          new Cause("PodsStopping", Workload.pods(stored) + " pod(s) are being stopped", "", ""));
    }
    return Optional.of(
        new Cause(
            ROLLING_OUT,
            progress(stored) + trouble(),
            "the rest is being started",
            "Look at the pods with label " + Marks.NAME + "=" + print.name()));
  }

  private String progress(Deployment stored) {
    var ready = Workload.ready(stored);
    return Workload.replacing(stored)
        ? "%d of %d new pods were made, %d old and new ones are ready"
            .formatted(Workload.updated(stored), print.replicas(), ready)
        : "%d of %d pods are ready".formatted(ready, print.replicas());
  }

  /** What the pods complain about, or the Deployment itself. */
  private String trouble() {
    if (seen.podTrouble() != null) {
      return ": " + seen.podTrouble();
    }
    var stored = seen.deployment();
    if (stored == null || stored.getStatus() == null) {
      return "";
    }
    return stored.getStatus().getConditions().stream()
        .filter(
            one ->
                ("ReplicaFailure".equals(one.getType()) && "True".equals(one.getStatus()))
                    || ("Progressing".equals(one.getType()) && "False".equals(one.getStatus())))
        .map(one -> ": " + one.getMessage())
        .findFirst()
        .orElse("");
  }

  private Optional<Cause> joinable() {
    if (asleep() || progress.basics().filter(Plan.Basics::written).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        new Cause(
            "WaitingForApi",
            "what administrators and nodes need is not in the tenant yet",
            "it is written as soon as the tenant's API answers",
            ""));
  }

  private boolean asleep() {
    return print.replicas() == 0;
  }

  /** Usable means that a pod serves and administrators get in, whatever else goes on. */
  private void ready() {
    if (print.hold().isPresent()) {
      verdicts.add(
          Verdict.no(
              Fact.READY.wire(),
              "Restoring",
              "the tenant sleeps until its data is restored from "
                  + print.hold().get().order()
                  + "; see condition Restored"));
      return;
    }
    if (asleep()) {
      verdicts.add(
          Verdict.no(
              Fact.READY.wire(), "Sleeping", "the tenant sleeps; set replicas above 0 to wake it"));
      return;
    }
    var serves = Workload.ready(seen.deployment()) > 0 && Phases.wasUsable(seen);
    if (serves) {
      var about = first.map(Cause::sentence).orElse("the tenant's API serves");
      verdicts.add(Verdict.yes(Fact.READY.wire(), Words.of(phase()), about));
    } else {
      var cause = first.orElseThrow();
      verdicts.add(Verdict.no(Fact.READY.wire(), cause.reason(), cause.sentence()));
    }
  }

  private Report.LookAgain lookAgain() {
    if (seen.room() instanceof Room.Awaited(_, var askAgain)) {
      return Report.after(askAgain);
    }
    if (!progress.rolledOut() && seen.deployment() != null && !asleep()) {
      return Report.after(USUAL);
    }
    var look = sooner();
    if (progress.lookAt().equals(Instant.MAX)) {
      return look.map(Report::after).orElseGet(Report::whenSomethingChanges);
    }
    var wait = Duration.between(seen.now(), progress.lookAt());
    var least = look.filter(soon -> soon.compareTo(wait) < 0).orElse(wait);
    return Report.after(least.isNegative() ? Duration.ZERO : least);
  }

  /** After how long something is looked at that nobody tells us of. */
  private Optional<Duration> sooner() {
    var limits =
        asleep() || Limits.of(print).isEmpty()
            ? Optional.<Duration>empty()
            : Optional.of(Limits.WATCH);
    return Stream.concat(limits.stream(), new Ways(seen, print).look().stream())
        .min(Comparator.naturalOrder());
  }

  private HostedObjects.Phase phase() {
    return Phases.of(seen, print, progress.rolledOut());
  }

  TenantControlPlaneStatus status() {
    return new StatusFields(seen, print, progress, phase()).build();
  }
}
