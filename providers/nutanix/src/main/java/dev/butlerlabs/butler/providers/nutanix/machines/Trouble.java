package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;

/** A fault on its way from the call that met it to the verb that answers it; it leaves no verb. */
final class Trouble extends Exception {

  private final transient Fault fault;
  private final String reason;

  Trouble(Fault fault) {
    this(fault, "");
  }

  /**
   * A fault that Prism gave a word for.
   *
   * @param reason Prism's own word, such as ENTITY_ALREADY_EXISTS
   */
  Trouble(Fault fault, String reason) {
    super(fault.sentence(), null, false, false);
    this.fault = fault;
    this.reason = reason;
  }

  Fault fault() {
    return fault;
  }

  boolean because(String word) {
    return reason.equals(word);
  }
}
