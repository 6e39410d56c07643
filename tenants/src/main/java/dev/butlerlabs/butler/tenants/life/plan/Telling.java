package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import dev.butlerlabs.butler.tenants.order.plan.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is told of one cluster at one look.
 *
 * @param deepest what is wrong at the bottom of it; asked only when something is
 */
record Telling(
    Observation seen,
    LifePlan plan,
    @Nullable Cause trouble,
    Supplier<Optional<Found>> deepest,
    Before before,
    Instant now) {

  /**
   * For how long what goes wrong with a change passes for one of the things that happen on the way:
   * a pod that takes its time to leave, a node that is not ready at once.
   */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  LifeReport report() {
    var parts = standing().verdicts();
    var found = cause(parts);
    var cause = found.map(Found::cause);
    var phase = phase(cause);
    var verdicts = new ArrayList<>(parts);
    verdicts.add(
        cause
            .map(why -> Verdict.no(LifeReport.READY, why.reason(), why.sentence()))
            .orElseGet(() -> Verdict.yes(LifeReport.READY, "Ready", progress())));
    verdicts.add(degraded(cause));
    standing().image().ifPresent(verdicts::add);
    standing().gaps().ifPresent(verdicts::add);
    standing().older().ifPresent(verdicts::add);
    return new LifeReport(verdicts, fields(phase, found.or(this::unchanged)), patience(cause));
  }

  private String progress() {
    return plan instanceof LifePlan.Make make ? new Progress(make, seen.live()).words() : "";
  }

  private Standing standing() {
    return new Standing(seen, plan);
  }

  /**
   * The first thing that is not true, or what explains it. What holds the plan up comes first while
   * nothing runs.
   */
  private Optional<Found> cause(List<Verdict> parts) {
    var unmet =
        parts.stream()
            .filter(part -> part.status() != Truth.TRUE)
            .findFirst()
            .map(part -> new Cause(part.reason(), part.message(), "Butler waits for it", ""));
    var addons =
        standing().addonsLacking().map(said -> new Cause(said.reason(), said.message(), "", ""));
    var tried = Optional.ofNullable(trouble);
    // A cluster that runs is ready although nothing can be changed about it for now.
    var first =
        seen.live().begun() && unmet.isEmpty() && addons.isEmpty() && !standing().asleep()
            ? none()
            : Stream.of(held(), tried, resting(), standing().imageLacking(), unmet, addons)
                .flatMap(Optional::stream)
                .findFirst();
    return first.map(why -> explained(why).orElseGet(() -> new Found(why, now)));
  }

  /**
   * What is wrong deeper down; not asked where the plan itself knows best. While it falls asleep
   * that is what keeps its machines.
   */
  private Optional<Found> explained(Cause first) {
    if (standing().asleep()) {
      return trouble != null || seen.live().machines().isEmpty()
          ? Optional.empty()
          : deepest.get().map(found -> Slumber.held(first, found));
    }
    return (held().filter(this::ours).isPresent() && !deeper())
            || standing().imageLacking().isPresent()
        ? Optional.empty()
        : deepest.get();
  }

  /** Of an account that is not there, or a namespace that goes, others tell more. */
  private boolean deeper() {
    return seen.clusterApi() && (seen.place().ending() || seen.account().obstacle().isPresent());
  }

  /** Nobody else has told it in a condition. */
  private boolean ours(Cause held) {
    return Stream.concat(Reading.GATES.stream(), Stream.of(ConditionType.NETWORK_READY.wire()))
        .flatMap(type -> seen.conditions().find(type).stream())
        .noneMatch(said -> said.reason().equals(held.reason()));
  }

  private Optional<Cause> held() {
    return plan instanceof LifePlan.Hold hold ? Optional.of(hold.cause()) : none();
  }

  private Optional<Cause> remark() {
    return plan instanceof LifePlan.Make make ? Optional.ofNullable(make.remark()) : none();
  }

  /** Why a cluster that is ready is not what was ordered. */
  private Optional<Found> unchanged() {
    return held()
        .or(this::remark)
        .map(why -> new Found(why, now))
        .or(this::refused)
        .or(this::stuck);
  }

  /** What a change meets on its way, while all that is needed serves. */
  private Optional<Found> stuck() {
    return rolling() ? deepest.get().filter(Found::amiss) : Optional.empty();
  }

  /** How long it may still pass by itself before the cluster counts as degraded. */
  private Duration patience(Optional<Cause> cause) {
    return (cause.isEmpty() ? stuck() : Optional.<Found>empty())
        .map(found -> Duration.between(now, found.since().plus(PATIENCE)))
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }

  private Optional<Cause> stuckForLong() {
    return stuck().filter(found -> !now.isBefore(found.since().plus(PATIENCE))).map(Found::cause);
  }

  /** Why the control plane, which serves, is not changed. */
  private Optional<Found> refused() {
    return refuses() ? deepest.get() : Optional.empty();
  }

  /** That it is not changed, whether or not somebody looks for the reason. */
  private Optional<Cause> unsaid() {
    return refuses()
        ? Optional.of(
            new Cause("ChangeRefused", "the control plane does not take what is ordered", "", ""))
        : none();
  }

  private boolean refuses() {
    return seen.live().seenPlane().filter(PlaneView::refused).isPresent();
  }

  private Optional<Cause> resting() {
    return standing().asleep() ? Optional.of(Slumber.told(seen.rest(), seen.live())) : none();
  }

  private static Optional<Cause> none() {
    return Optional.empty();
  }

  /** Not as it should be, though it was in use: something is missing, or cannot be changed. */
  private Verdict degraded(Optional<Cause> cause) {
    var missing = before.used() && !standing().asleep() && !growing() ? cause : none();
    var amiss =
        standing()
            .addonsAmiss()
            .filter(_ -> cause.isEmpty())
            .map(said -> new Cause(said.reason(), said.message(), "", ""));
    var why =
        Stream.of(
                missing,
                begun() ? held() : none(),
                remark(),
                refused().map(Found::cause).or(this::unsaid),
                cause.isEmpty() ? stuckForLong() : none(),
                amiss)
            .flatMap(Optional::stream)
            .findFirst()
            .or(() -> begun() ? Optional.ofNullable(trouble) : none());
    return why.map(one -> Verdict.yes(LifeReport.DEGRADED, one.reason(), one.sentence()))
        .orElseGet(() -> Verdict.no(LifeReport.DEGRADED, "AsOrdered", ""));
  }

  private Phase phase(Optional<Cause> cause) {
    if (plan instanceof LifePlan.Hold(_, _, var forGood) && !begun()) {
      return forGood ? Phase.FAILED : Phase.PENDING;
    }
    if (standing().asleep()) {
      return Phase.SLEEPING;
    }
    if (cause.isEmpty()) {
      return rolling() ? Phase.UPDATING : Phase.READY;
    }
    if (before.used() && (rolling() || growing())) {
      return Phase.UPDATING;
    }
    return standing().addonsLacking().isPresent()
            && standing().grounded()
            && standing().workers().stream().allMatch(all -> all.verdict().status() == Truth.TRUE)
        ? Phase.INSTALLING
        : Phase.PROVISIONING;
  }

  /** What is kept of a deleted cluster is not yet that of the order that asks for it. */
  private boolean begun() {
    return seen.live().begun() && seen.place().kept().isEmpty();
  }

  /** Only workers that were ordered in addition are missing; none that was ready is lost. */
  private boolean growing() {
    return !before.worse()
        && standing().grounded()
        && standing().addonsLacking().isEmpty()
        && standing().workers().filter(all -> all.ready() >= before.ready()).isPresent();
  }

  /** Something of another version or template is still there. */
  private boolean rolling() {
    return plan instanceof LifePlan.Make make
        && (seen.live().seenPlane().stream()
                .anyMatch(plane -> !plane.refused() && !plane.serves(make.version()))
            || seen.live().deployments().stream()
                .anyMatch(one -> !make.objects().wants(one.name(), one.template()))
            || seen.live().deployments().stream().anyMatch(seen.live()::renewing)
            || (before.used() && Kubelets.other(make.order(), seen.live()).isPresent()));
  }

  private Map<String, Object> fields(Phase phase, Optional<Found> cause) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", phase);
    fields.put("lastTransitionTime", before.since(phase, now));
    cause.ifPresent(why -> fields.put("cause", before.since(why)));
    if (seen.place().seen().isPresent()) {
      fields.put("tenantNamespace", seen.place().name());
    }
    fields.putAll(Shown.ways(seen.live()));
    standing()
        .order()
        .flatMap(Order::imageSync)
        .ifPresent(name -> fields.put("imageSyncRef", new LocalRef(name)));
    fields.putAll(Shown.inside(seen.live(), standing().workers()));
    return fields;
  }
}
