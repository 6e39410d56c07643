package dev.butlerlabs.butler.apps.workbench.trial;

import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;

/** A machine that runs, as a target of a load balancer. */
final class Targets {

  private Targets() {}

  static Target of(MachineThing machine) {
    return switch (machine.driver().observe(machine.id(), Memo.NONE)) {
      case MachineState.Running(var seen) ->
          new Target(
              seen.addresses().isEmpty() ? null : seen.addresses().getFirst(),
              seen.providerId().text(),
              machine.name());
      case MachineState.Absent _,
          MachineState.Underway _,
          MachineState.Stopped _,
          MachineState.Unclear _ ->
          new Target(null, null, machine.name());
    };
  }
}
