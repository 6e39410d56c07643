package dev.butlerlabs.butler.providers.machines.balancer.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.network.LoadBalancerRequestSpec;
import dev.butlerlabs.butler.api.network.LoadBalancerRequestStatus;
import dev.butlerlabs.butler.api.network.LoadBalancerRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import dev.butlerlabs.butler.providers.machines.order.plan.Manners;
import dev.butlerlabs.butler.providers.machines.order.plan.Observation.Told;
import dev.butlerlabs.butler.providers.machines.order.plan.Plan;
import dev.butlerlabs.butler.providers.machines.order.plan.Planner;
import dev.butlerlabs.butler.providers.machines.order.plan.Rhythm;
import dev.butlerlabs.butler.providers.machines.order.plan.Stage;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Load balancers in the words of their kind. */
public final class Balancers {

  public static final Manners MANNERS =
      new Manners(
          "load balancer of cluster",
          "LoadBalancerRequest",
          Reason.READY.wire(),
          "BalancerDeleted",
          false,
          Rhythm.CREATION_DEADLINE,
          Duration.ofMinutes(1));

  private static final String PROVISIONED = ConditionType.PROVISIONED.wire();
  private static final String SYNCED = ConditionType.TARGETS_SYNCED.wire();

  private Balancers() {}

  /** The conditions every plan speaks of. */
  public static Set<String> conditions() {
    var all = new HashSet<>(Planner.CONDITIONS);
    all.add(PROVISIONED);
    all.add(SYNCED);
    return all;
  }

  public static BalancerOrder order(LoadBalancerRequestSpec spec) {
    return new BalancerOrder(
        spec.effectivePort(),
        spec.effectiveHealthCheckPort(),
        spec.targets().stream()
            .map(one -> new BalancerOrder.Target(one.ip(), one.instanceID(), one.instanceName()))
            .toList());
  }

  public static Told<BalancerFacts> told(@Nullable LoadBalancerRequestStatus status) {
    if (status == null) {
      return new Told<>(Optional.empty(), null, null, Conditions.none());
    }
    return new Told<>(
        Optional.ofNullable(status.phase()).map(Balancers::stage),
        facts(status),
        status.failureReason() == null
            ? null
            : new Failure(
                status.failureReason(), Objects.requireNonNullElse(status.failureMessage(), "")),
        new Conditions(status.conditions()));
  }

  private static @Nullable BalancerFacts facts(LoadBalancerRequestStatus status) {
    return status.endpoint() == null
        ? null
        : new BalancerFacts(
            status.endpoint(),
            Objects.requireNonNullElse(status.resourceID(), ""),
            Objects.requireNonNullElse(status.registeredTargets(), 0));
  }

  private static Stage stage(Phase phase) {
    return switch (phase) {
      case PENDING -> Stage.PENDING;
      case CREATING -> Stage.UNDERWAY;
      case READY -> Stage.READY;
      case FAILED -> Stage.FAILED;
      case DELETING -> Stage.LEAVING;
    };
  }

  public static Phase phase(Stage stage) {
    return switch (stage) {
      case PENDING -> Phase.PENDING;
      case UNDERWAY -> Phase.CREATING;
      case READY -> Phase.READY;
      case FAILED -> Phase.FAILED;
      case LEAVING, LEFT -> Phase.DELETING;
    };
  }

  /** A failure of the platform's own work is told first, and the turn after that tried again. */
  public static boolean again(BalancerState state, @Nullable LoadBalancerRequestStatus status) {
    return state instanceof BalancerState.Unclear(var fault)
        && fault.healing() == Healing.SLOWLY
        && status != null
        && new Conditions(status.conditions()).holds(ConditionType.DEGRADED.wire());
  }

  /** What is told of the plan, and whether all machines that are named stand behind it. */
  public static List<Verdict> verdicts(Plan<BalancerFacts> plan, LoadBalancerRequestSpec spec) {
    var all = new ArrayList<>(plan.verdicts());
    var ready = plan.ready();
    all.add(new Verdict(PROVISIONED, ready.status(), ready.reason(), ready.message()));
    all.add(synced(plan, spec.targets().size()));
    return all;
  }

  private static Verdict synced(Plan<BalancerFacts> plan, int wanted) {
    var facts = plan.facts();
    var registered = facts == null ? 0 : facts.registered();
    var message = "%d of %d machines stand behind it".formatted(registered, wanted);
    return plan.stage() == Stage.READY && registered == wanted
        ? Verdict.yes(SYNCED, Reason.READY.wire(), message)
        : Verdict.no(SYNCED, plan.ready().reason(), message);
  }
}
