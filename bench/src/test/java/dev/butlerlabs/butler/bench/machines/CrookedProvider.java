package dev.butlerlabs.butler.bench.machines;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import java.util.List;
import java.util.function.Function;

/** A provider whose machine driver is not what it should be. */
record CrookedProvider(Provider honest, Function<MachineDriver, Crook> crook) implements Provider {

  @Override
  public ProviderType type() {
    return honest.type();
  }

  @Override
  public Opening open(Account account) {
    return switch (honest.open(account)) {
      case Opening.Opened(var driver) -> new Opening.Opened(new Bent(driver, crook));
      case Opening.Refused refused -> refused;
    };
  }

  private record Bent(Driver honest, Function<MachineDriver, Crook> crook) implements Driver {

    @Override
    public Preflight validate() {
      return honest.validate();
    }

    @Override
    public String place() {
      return honest.place();
    }

    @Override
    public MachineDriver machines() {
      return crook.apply(honest.machines());
    }

    @Override
    public void close() {
      honest.close();
    }
  }

  /** An honest driver but for what is overridden. */
  abstract static class Crook implements MachineDriver {
    final MachineDriver honest;

    Crook(MachineDriver honest) {
      this.honest = honest;
    }

    @Override
    public List<Fault> validate(MachineOrder order) {
      return honest.validate(order);
    }

    @Override
    public MachineState observe(MachineId id, Memo memo) {
      return honest.observe(id, memo);
    }

    @Override
    public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
      return honest.ensure(id, order, memo);
    }

    @Override
    public MachineState remove(MachineId id, Memo memo) {
      return honest.remove(id, memo);
    }
  }
}
