package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;

/** A fault on its way from the call that met it to the verb that answers it; it leaves no verb. */
final class Trouble extends Exception {

  private final transient Fault fault;
  private final boolean nodeUnknown;

  Trouble(Fault fault) {
    this(fault, false);
  }

  /**
   * A fault that Proxmox told.
   *
   * @param nodeUnknown whether nobody knows where the node is that should have answered
   */
  Trouble(Fault fault, boolean nodeUnknown) {
    super(fault.sentence(), null, false, false);
    this.fault = fault;
    this.nodeUnknown = nodeUnknown;
  }

  /** Its node left the cluster, or is off for long; the list of the cluster tells which. */
  boolean nodeUnknown() {
    return nodeUnknown;
  }

  Fault fault() {
    return fault;
  }
}
