package dev.butlerlabs.butler.providers.machines.balancer;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.api.network.LoadBalancerRequestSpec;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.balancer.plan.BalancerFacts;
import dev.butlerlabs.butler.providers.machines.balancer.plan.Balancers;
import dev.butlerlabs.butler.providers.machines.order.Finding;
import dev.butlerlabs.butler.providers.machines.order.Ledger;
import dev.butlerlabs.butler.providers.machines.order.Marks;
import dev.butlerlabs.butler.providers.machines.order.Teller;
import dev.butlerlabs.butler.providers.machines.order.Teller.Said;
import dev.butlerlabs.butler.providers.machines.order.ThingCraft;
import dev.butlerlabs.butler.providers.machines.order.Whereabouts;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import dev.butlerlabs.butler.providers.machines.order.plan.Look;
import dev.butlerlabs.butler.providers.machines.order.plan.Manners;
import dev.butlerlabs.butler.providers.machines.order.plan.Observation;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.machines.order.plan.Plan;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How LoadBalancerRequests are carried out, judged and told. */
public final class BalancerCraft extends ThingCraft<LoadBalancerRequest, BalancerFacts> {

  private static final Set<String> FIELDS =
      Set.of(
          "phase",
          "endpoint",
          "resourceID",
          "registeredTargets",
          "failureReason",
          "failureMessage");

  private final Ledger<LoadBalancerRequest> ledger;

  public BalancerCraft(Teller.Parts parts) {
    super(new Teller(parts, FIELDS, Balancers.conditions()));
    this.ledger = new Ledger<>(parts.client());
  }

  @Override
  public List<String> finalizers(ProviderType type) {
    return List.of(
        Finalizers.LOAD_BALANCER_REQUEST,
        Finalizers.olderLoadBalancerRequest(type.name().toLowerCase(Locale.ROOT)));
  }

  @Override
  public Finding<LoadBalancerRequest, Look<BalancerFacts>> step(
      LoadBalancerRequest seen, Standing.Open account, String surroundings) {
    var balancers = account.driver().balancers();
    if (balancers.isEmpty()) {
      return ledger.seen(seen, seen.isMarkedForDeletion() ? new Look.Absent<>() : without());
    }
    return ledger.current(seen, live -> turn(live, account, balancers.get()));
  }

  /** What may be on the platform is looked for where that is noted, at the latest now. */
  private Finding<LoadBalancerRequest, Look<BalancerFacts>> turn(
      LoadBalancerRequest live, Standing.Open account, BalancerDriver balancers) {
    if (Whereabouts.moved(live, account)) {
      return moved(live, account, balancers);
    }
    return live.isMarkedForDeletion() || told(live).facts() != null
        ? ledger.placed(live, account, placed -> act(placed, account, balancers))
        : act(live, account, balancers);
  }

  /**
   * What is seen from elsewhere too is ours by its mark; what is not may be where it was. One that
   * is on its way goes on, and proves nothing before it has come. A fault of the thing itself keeps
   * nobody from removing it.
   */
  private Finding<LoadBalancerRequest, Look<BalancerFacts>> moved(
      LoadBalancerRequest live, Standing.Open account, BalancerDriver balancers) {
    var id = new BalancerId(name(live), Marks.uid(live));
    var memo = Marks.memo(live);
    var state = balancers.observe(id, memo);
    return switch (state) {
      case BalancerState.Ready _ ->
          ledger.placed(live, account, placed -> act(placed, account, balancers));
      case BalancerState.Underway _ ->
          settle(
              live,
              account,
              live.isMarkedForDeletion()
                  ? balancers.remove(id, memo)
                  : balancers.ensure(id, Balancers.order(spec(live)), memo));
      case BalancerState.Unclear(var fault)
          when live.isMarkedForDeletion() && fault.healing() == Healing.SLOWLY -> {
        var left = balancers.remove(id, memo);
        yield switch (left) {
          case BalancerState.Absent _ -> missing(live, account);
          case BalancerState.Underway _ ->
              ledger.placed(live, account, placed -> settle(placed, account, left));
          case BalancerState.Ready _, BalancerState.Unclear _ -> settle(live, account, left);
        };
      }
      case BalancerState.Unclear _ -> settle(live, account, state);
      case BalancerState.Absent _ -> missing(live, account);
    };
  }

  private Finding<LoadBalancerRequest, Look<BalancerFacts>> missing(
      LoadBalancerRequest live, Standing.Open account) {
    var thing = "the load balancer of " + name(live);
    var obstacle = Whereabouts.elsewhere(live, account, thing, account.redaction()::apply);
    return ledger.seen(live, new Look.Unclear<>(obstacle));
  }

  private static Look<BalancerFacts> without() {
    return new Look.Unclear<>(
        Obstacle.untilChanged(
            Reason.INVALID_CONFIGURATION,
            "Butler makes no load balancers on this platform (use a virtual IP of the control plane, and delete this order)"));
  }

  /** The machines behind it are looked after as long as it stands. */
  private Finding<LoadBalancerRequest, Look<BalancerFacts>> act(
      LoadBalancerRequest live, Standing.Open account, BalancerDriver balancers) {
    var spec = spec(live);
    var id = new BalancerId(spec.clusterName(), Marks.uid(live));
    var memo = Marks.memo(live);
    if (live.isMarkedForDeletion()) {
      return settle(live, account, balancers.remove(id, memo));
    }
    var before = balancers.observe(id, memo);
    var lost = before instanceof BalancerState.Absent && told(live).facts() != null;
    var blind =
        before instanceof BalancerState.Unclear && !Balancers.again(before, live.getStatus());
    if (lost || blind) {
      return settle(live, account, before);
    }
    var order = Balancers.order(spec);
    if (before instanceof BalancerState.Absent && memo.isEmpty()) {
      var faults = balancers.validate(order);
      if (!faults.isEmpty()) {
        var obstacle = Obstacle.ofAll(faults, account.redaction()::apply);
        return ledger.seen(live, new Look.Unclear<>(obstacle));
      }
    }
    return ledger.placed(
        live, account, placed -> settle(placed, account, balancers.ensure(id, order, memo)));
  }

  private Finding<LoadBalancerRequest, Look<BalancerFacts>> settle(
      LoadBalancerRequest live, Standing.Open account, BalancerState state) {
    return switch (state) {
      case BalancerState.Absent() -> ledger.seen(live, new Look.Absent<>());
      case BalancerState.Underway(var doing, var memo) ->
          ledger.noted(
              live,
              memo,
              new Look.Underway<>(Reason.CREATING.wire(), account.redaction().apply(doing)));
      case BalancerState.Ready(var endpoint, var resource, var registered) ->
          ledger.seen(live, new Look.There<>(new BalancerFacts(endpoint, resource, registered)));
      case BalancerState.Unclear(var fault) ->
          ledger.seen(live, new Look.Unclear<>(Obstacle.of(fault, account.redaction()::apply)));
    };
  }

  private static LoadBalancerRequestSpec spec(LoadBalancerRequest request) {
    return Objects.requireNonNull(request.getSpec(), "a LoadBalancerRequest has a spec");
  }

  @Override
  protected Manners manners() {
    return Balancers.MANNERS;
  }

  @Override
  protected String name(LoadBalancerRequest request) {
    return spec(request).clusterName();
  }

  @Override
  protected Observation.Told<BalancerFacts> told(LoadBalancerRequest request) {
    return Balancers.told(request.getStatus());
  }

  @Override
  protected Written written(
      LoadBalancerRequest request, Look<BalancerFacts> look, Plan<BalancerFacts> plan) {
    var phase = Balancers.phase(plan.stage());
    return new Written(
        Balancers.verdicts(plan, spec(request)), fields(phase, plan.facts(), plan.failure()));
  }

  @Override
  protected Said said(LoadBalancerRequest request) {
    var status = request.getStatus();
    if (status == null) {
      return Said.NOTHING;
    }
    var told = told(request);
    return new Said(
        fields(Objects.requireNonNullElse(status.phase(), ""), told.facts(), told.failure()),
        status.conditions(),
        status.lastUpdated());
  }

  private static Map<String, Object> fields(
      Object phase, @Nullable BalancerFacts facts, @Nullable Failure failure) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", phase);
    if (facts != null) {
      fields.put("endpoint", facts.endpoint());
      fields.put("resourceID", facts.resourceId());
      fields.put("registeredTargets", facts.registered());
    }
    put(fields, failure);
    return fields;
  }
}
