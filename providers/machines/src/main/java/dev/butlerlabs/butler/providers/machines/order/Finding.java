package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.kube.write.Trouble;

/** What one step towards what an order asks for found. */
public sealed interface Finding<T, L> {

  /**
   * The platform was asked.
   *
   * @param order as it was stored when the step ended
   * @param begun the driver keeps a memo about the thing
   */
  record Looked<T, L>(T order, L look, boolean begun) implements Finding<T, L> {}

  /** The order does not exist any more. */
  record Gone<T, L>() implements Finding<T, L> {}

  /** The API server of the management cluster did not do as asked. */
  record Hindered<T, L>(Trouble trouble) implements Finding<T, L> {}
}
