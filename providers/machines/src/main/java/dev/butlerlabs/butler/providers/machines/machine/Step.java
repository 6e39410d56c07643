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
import dev.butlerlabs.butler.providers.machines.order.Whereabouts;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import java.util.HashMap;
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
  Finding<MachineRequest, Look> take(MachineRequest seen, Standing.Open account) {
    var machines = account.driver().machines();
    if (ranOnce(seen) && !seen.isMarkedForDeletion()) {
      var state = machines.observe(idOf(seen), Marks.memo(seen));
      var unclear = state instanceof MachineState.Unclear && Whereabouts.known(seen);
      if (unclear || state instanceof MachineState.Running) {
        return settle(seen, account, null, state);
      }
    }
    return ledger.current(seen, live -> turn(live, account, machines));
  }

  /** What may be on the platform is looked for where that is noted, at the latest now. */
  private Finding<MachineRequest, Look> turn(
      MachineRequest live, Standing.Open account, MachineDriver machines) {
    if (Whereabouts.moved(live, account)) {
      return moved(live, account, machines);
    }
    return live.isMarkedForDeletion() || ranOnce(live)
        ? ledger.placed(live, account, placed -> act(placed, account, machines))
        : act(live, account, machines);
  }

  /**
   * What is seen from elsewhere too is ours by its mark; what is not may be where it was. A fault
   * of the machine itself keeps nobody from removing it.
   */
  private Finding<MachineRequest, Look> moved(
      MachineRequest live, Standing.Open account, MachineDriver machines) {
    var id = idOf(live);
    var memo = Marks.memo(live);
    var state = machines.observe(id, memo);
    return switch (state) {
      case MachineState.Running _, MachineState.Stopped _, MachineState.Underway _ ->
          ledger.placed(live, account, placed -> act(placed, account, machines));
      case MachineState.Unclear(var fault)
          when live.isMarkedForDeletion() && fault.healing() == Healing.SLOWLY -> {
        var left = machines.remove(id, memo);
        yield switch (left) {
          case MachineState.Absent _ -> missing(live, account);
          case MachineState.Underway _ ->
              ledger.placed(live, account, placed -> settle(placed, account, null, left));
          case MachineState.Running _, MachineState.Stopped _, MachineState.Unclear _ ->
              settle(live, account, null, left);
        };
      }
      case MachineState.Unclear _ -> settle(live, account, null, state);
      case MachineState.Absent _ -> missing(live, account);
    };
  }

  private Finding<MachineRequest, Look> missing(MachineRequest live, Standing.Open account) {
    var machine = "machine " + idOf(live).name();
    var obstacle = Whereabouts.elsewhere(live, account, machine, cleaner(live, account));
    return ledger.seen(live, new Look.Unclear(obstacle));
  }

  private Finding<MachineRequest, Look> act(
      MachineRequest live, Standing.Open account, MachineDriver machines) {
    var id = idOf(live);
    var memo = Marks.memo(live);
    if (live.isMarkedForDeletion()) {
      return settle(live, account, null, machines.remove(id, memo));
    }
    if (!memo.isEmpty() && !ranOnce(live)) {
      // It is being made, and whoever carries on looks first.
      return ensured(live, account, null, machines);
    }
    var before = machines.observe(id, memo);
    return switch (before) {
      case MachineState.Running _, MachineState.Unclear _ -> settle(live, account, null, before);
      case MachineState.Absent _ when ranOnce(live) -> settle(live, account, null, before);
      case MachineState.Stopped(_, var why) -> ensured(live, account, why, machines);
      case MachineState.Absent _, MachineState.Underway _ -> build(live, account, machines);
    };
  }

  /** Goes a step nearer once it is noted where. */
  private Finding<MachineRequest, Look> ensured(
      MachineRequest live, Standing.Open account, @Nullable String wasOff, MachineDriver machines) {
    return ledger.placed(
        live,
        account,
        placed ->
            settle(
                placed,
                account,
                wasOff,
                machines.ensure(idOf(placed), orderOf(placed), Marks.memo(placed))));
  }

  /** What cannot be built is found out before anything is. */
  private Finding<MachineRequest, Look> build(
      MachineRequest live, Standing.Open account, MachineDriver machines) {
    if (Marks.memo(live).isEmpty()) {
      var faults = machines.validate(orderOf(live));
      if (!faults.isEmpty()) {
        var obstacle = Obstacle.ofAll(faults, cleaner(live, account));
        return ledger.seen(live, new Look.Unclear(obstacle));
      }
    }
    return ensured(live, account, null, machines);
  }

  /** Stores what must be found again, then says what was seen. */
  private Finding<MachineRequest, Look> settle(
      MachineRequest request, Standing.Open account, @Nullable String wasOff, MachineState state) {
    var look = look(request, account, wasOff, state);
    return switch (state) {
      case MachineState.Underway(_, var memo) -> ledger.noted(request, memo, look);
      case MachineState.Running(var machine) ->
          ledger.noted(request, standing(machine, account), look);
      case MachineState.Absent _, MachineState.Stopped _, MachineState.Unclear _ ->
          ledger.seen(request, look);
    };
  }

  private static Map<String, String> standing(Machine machine, Standing.Open account) {
    var all = new HashMap<>(Whereabouts.of(account));
    all.put(Annotations.AVAILABILITY_ZONE, machine.zone());
    return all;
  }

  private static Look look(
      MachineRequest request, Standing.Open account, @Nullable String wasOff, MachineState state) {
    var clean = cleaner(request, account);
    return switch (state) {
      case MachineState.Absent(var left) -> new Look.Absent(clean.apply(left));
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
