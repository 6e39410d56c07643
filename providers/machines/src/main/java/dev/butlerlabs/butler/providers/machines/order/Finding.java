package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.kube.write.Trouble;

/** What one step towards what an order asks for found. */
public sealed interface Finding<L> {

  /**
   * The platform was asked.
   *
   * @param begun the driver keeps a memo about the thing
   */
  record Looked<L>(L look, boolean begun) implements Finding<L> {}

  /** The order does not exist any more. */
  record Gone<L>() implements Finding<L> {}

  /** The API server of the management cluster did not do as asked. */
  record Hindered<L>(Trouble trouble) implements Finding<L> {}
}
