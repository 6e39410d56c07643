package dev.butlerlabs.butler.apps.workbench.trial;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import java.util.List;

/** A machine; it is there when it runs and has an address. */
record MachineThing(MachineDriver driver, MachineId id, MachineOrder order) implements Thing {

  @Override
  public Kind kind() {
    return Kind.MACHINE;
  }

  @Override
  public String name() {
    return id.name();
  }

  @Override
  public String uid() {
    return id.uid();
  }

  @Override
  public List<Fault> validate() {
    return driver.validate(order);
  }

  @Override
  public Look observe(Memo memo) {
    return look(driver.observe(id, memo), memo);
  }

  @Override
  public Look ensure(Memo memo) {
    return look(driver.ensure(id, order, memo), memo);
  }

  @Override
  public Look remove(Memo memo) {
    return look(driver.remove(id, memo), memo);
  }

  private static Look look(MachineState state, Memo memo) {
    return switch (state) {
      case MachineState.Absent _ -> new Look.Gone();
      case MachineState.Underway(var doing, var next) -> new Look.Underway(doing, next);
      case MachineState.Running(var machine) when machine.addresses().isEmpty() ->
          new Look.Underway("it runs and has no address yet", memo);
      case MachineState.Running(var machine) ->
          new Look.There(machine.providerId().text(), facts(machine));
      case MachineState.Stopped(_, var why) ->
          new Look.Underway("it is switched off: " + why, memo);
      case MachineState.Unclear(var fault) -> new Look.Trouble(fault);
    };
  }

  private static String facts(Machine machine) {
    var mac = machine.mac() == null ? "" : ", card " + machine.mac();
    return "addresses " + String.join(" ", machine.addresses()) + ", in " + machine.zone() + mac;
  }
}
