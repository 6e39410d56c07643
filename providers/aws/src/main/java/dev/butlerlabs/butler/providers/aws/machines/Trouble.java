package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;

/** A fault on its way from the call that met it to the verb that answers it; it leaves no verb. */
final class Trouble extends Exception {

  private final transient Fault fault;
  private final String code;

  Trouble(Fault fault) {
    this(fault, "");
  }

  /**
   * @param code AWS's own word for it, or empty
   */
  Trouble(Fault fault, String code) {
    super(fault.sentence(), null, false, false);
    this.fault = fault;
    this.code = code;
  }

  Fault fault() {
    return fault;
  }

  String code() {
    return code;
  }
}
