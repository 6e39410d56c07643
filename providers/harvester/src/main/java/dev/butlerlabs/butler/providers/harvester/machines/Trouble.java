package dev.butlerlabs.butler.providers.harvester.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;

/** A fault on its way from the call that met it to the verb that answers it; it leaves no verb. */
final class Trouble extends Exception {

  private final transient Fault fault;

  Trouble(Fault fault) {
    super(fault.sentence(), null, false, false);
    this.fault = fault;
  }

  Fault fault() {
    return fault;
  }
}
