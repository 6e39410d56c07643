package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.plane.plan.Fact;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.Words;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes down what came of a run: status, events, and when to come back. */
final class Announcement {

  /** The pool of clients asks for growing rests when a tenant stays silent. */
  private static final Duration ASK_TENANT_AGAIN = Duration.ofMillis(500);

  private static final Duration SOON = Duration.ofMillis(50);

  private final Tools tools;
  private final TenantControlPlane plane;

  Announcement(Tools tools, TenantControlPlane plane) {
    this.tools = tools;
    this.plane = plane;
  }

  /**
   * Tells.
   *
   * @param outside what kept the plan from being carried out
   * @param silence what came of speaking with the tenant
   * @param unfinished whether there is more to be done in the tenant
   */
  Building.Result tell(
      Plan planned, @Nullable Trouble outside, @Nullable Trouble silence, boolean unfinished) {
    var plan =
        outside != null
            ? planned.hinderedBy(cause(outside))
            : silence == null ? planned : planned.unanswered(unanswered(silence));
    return switch (tools.statuses().write(plane, plan.report(), plan.status())) {
      case Answer.Failed<TenantControlPlane>(var why) -> new Building.Result(plane, why.outcome());
      case Answer.Done<TenantControlPlane>(var stored) -> {
        tellEvents(plan, stored);
        yield new Building.Result(
            stored,
            outside != null
                ? outside.outcome()
                : silence != null
                    ? comeBack(silence)
                    : unfinished ? Outcome.lookAgain(SOON) : Outcome.of(plan.report()));
      }
    };
  }

  private static Cause cause(Trouble why) {
    return new Cause(why.reason(), why.problem().sentence(), "it is tried again", "");
  }

  private static Cause unanswered(Trouble why) {
    return new Cause(
        "WaitingForApi",
        "inside the tenant: " + why.problem().subject() + ": " + why.detail(),
        "it is tried again",
        "Check that status.controlPlaneEndpoint leads from the manager to the Service");
  }

  /** A tenant that has just come up may not answer yet; that is no failure. */
  private static Outcome comeBack(Trouble why) {
    if (why.retryAfter().isPositive()) {
      return Outcome.lookAgain(why.retryAfter());
    }
    return why instanceof Trouble.Unreachable ? Outcome.lookAgain(ASK_TENANT_AGAIN) : why.outcome();
  }

  private void tellEvents(Plan plan, TenantControlPlane stored) {
    var before = phase(plane);
    var after = phase(stored);
    if (!Objects.equals(before, after)) {
      var was = before.isEmpty() ? "" : ", was " + before;
      tools.events().tell(stored, PlaneEvent.PHASE_CHANGED, "it is " + after + was);
    }
    plan.report().cause().ifPresent(cause -> tellCause(cause, stored));
  }

  private void tellCause(Cause cause, TenantControlPlane stored) {
    if (cause.reason().endsWith("Refused")) {
      tools.events().tell(stored, PlaneEvent.REFUSED, cause.sentence());
      return;
    }
    var waits = unready(stored).filter(ready -> ready.reason().equals(cause.reason()));
    var waited = unready(plane).map(Announcement::wording);
    if (waits.isPresent() && !waits.map(Announcement::wording).equals(waited)) {
      tools.events().tell(stored, PlaneEvent.WAITING, cause.sentence());
    }
  }

  private static Optional<Condition> unready(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getStatus()).stream()
        .flatMap(status -> status.conditions().stream())
        .filter(one -> one.type().equals(Fact.READY.wire()) && one.status() != Truth.TRUE)
        .findFirst();
  }

  /** Counts change with every look; it is the same that is waited for. */
  private static String wording(Condition condition) {
    return condition.reason() + condition.message().replaceAll("[0-9]+", "#");
  }

  private static String phase(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getStatus())
        .flatMap(status -> Optional.ofNullable(status.kubernetesResources()))
        .flatMap(objects -> Optional.ofNullable(objects.version()))
        .flatMap(version -> Optional.ofNullable(version.status()))
        .map(Words::of)
        .orElse("");
  }
}
