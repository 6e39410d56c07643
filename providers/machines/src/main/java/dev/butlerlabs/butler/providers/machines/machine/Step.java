package dev.butlerlabs.butler.providers.machines.machine;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestSpec;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.machine.plan.Look;
import dev.butlerlabs.butler.providers.machines.machine.plan.MachineOrders;
import dev.butlerlabs.butler.providers.machines.order.Finding;
import dev.butlerlabs.butler.providers.machines.order.Ledger;
import dev.butlerlabs.butler.providers.machines.order.Marks;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One step of a machine towards what its request asks for, on the platform itself. What changes the
 * platform starts from the request as it is stored.
 */
final class Step {

  private final Ledger<MachineRequest> ledger;

  Step(Ledger<MachineRequest> ledger) {
    this.ledger = ledger;
  }

  /** Looks, and acts where something is to be done. */
  Finding<Look> take(MachineRequest seen, Standing.Open account) {
    var machines = account.driver().machines();
    if (ranOnce(seen) && !seen.isMarkedForDeletion()) {
      var state = machines.observe(idOf(seen), Marks.memo(seen));
      if (state instanceof MachineState.Running || state instanceof MachineState.Unclear) {
        return settle(seen, account, null, state);
      }
    }
    return ledger.current(seen, live -> act(live, account, machines));
  }

  private Finding<Look> act(MachineRequest live, Standing.Open account, MachineDriver machines) {
    var id = idOf(live);
    var memo = Marks.memo(live);
    if (live.isMarkedForDeletion()) {
      return settle(live, account, null, machines.remove(id, memo));
    }
    var before = machines.observe(id, memo);
    return switch (before) {
      case MachineState.Running _, MachineState.Unclear _ -> settle(live, account, null, before);
      case MachineState.Absent _ when ranOnce(live) -> settle(live, account, null, before);
      case MachineState.Stopped(_, var why) ->
          settle(live, account, why, machines.ensure(id, orderOf(live), memo));
      case MachineState.Absent _, MachineState.Underway _ -> build(live, account, machines);
    };
  }

  /** What cannot be built is found out before anything is. */
  private Finding<Look> build(MachineRequest live, Standing.Open account, MachineDriver machines) {
    var memo = Marks.memo(live);
    var order = orderOf(live);
    if (memo.isEmpty()) {
      var faults = machines.validate(order);
      if (!faults.isEmpty()) {
        var obstacle = Obstacle.ofAll(faults, cleaner(live, account));
        return ledger.seen(live, new Look.Unclear(obstacle));
      }
    }
    return settle(live, account, null, machines.ensure(idOf(live), order, memo));
  }

  /** Stores what must be found again, then says what was seen. */
  private Finding<Look> settle(
      MachineRequest request, Standing.Open account, @Nullable String wasOff, MachineState state) {
    var look = look(request, account, wasOff, state);
    return switch (state) {
      case MachineState.Underway(_, var memo) -> ledger.noted(request, memo, look);
      case MachineState.Running(var machine) ->
          ledger.noted(request, Annotations.AVAILABILITY_ZONE, machine.zone(), look);
      case MachineState.Absent _, MachineState.Stopped _, MachineState.Unclear _ ->
          ledger.seen(request, look);
    };
  }

  private static Look look(
      MachineRequest request, Standing.Open account, @Nullable String wasOff, MachineState state) {
    var clean = cleaner(request, account);
    return switch (state) {
      case MachineState.Absent() -> new Look.Absent();
      case MachineState.Underway(var doing, _) ->
          wasOff == null
              ? new Look.Underway(clean.apply(doing))
              : new Look.Stopped(clean.apply(wasOff));
      case MachineState.Stopped(_, var why) -> new Look.Stopped(clean.apply(why));
      case MachineState.Running(var machine) ->
          new Look.Running(machine, wasOff == null ? null : clean.apply(wasOff));
      case MachineState.Unclear(var fault) -> new Look.Unclear(Obstacle.of(fault, clean));
    };
  }

  /** Drivers take secrets out of what they answer; here it is made sure of. */
  private static UnaryOperator<String> cleaner(MachineRequest request, Standing.Open account) {
    return text ->
        account.redaction().and(MachineOrders.secrets(specOf(request)).toList()).apply(text);
  }

  private static boolean ranOnce(MachineRequest request) {
    return request.getStatus() != null && request.getStatus().ipAddress() != null;
  }

  private static MachineId idOf(MachineRequest request) {
    return new MachineId(specOf(request).machineName(), Marks.uid(request));
  }

  private static MachineOrder orderOf(MachineRequest request) {
    var labels = request.getMetadata().getLabels();
    return MachineOrders.of(specOf(request), labels == null ? Map.of() : labels);
  }

  static MachineRequestSpec specOf(MachineRequest request) {
    return Objects.requireNonNull(request.getSpec(), "a MachineRequest has a spec");
  }
}
