package dev.butlerlabs.butler.providers.spi.machine;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;

/** What one look at a platform told about one machine. */
public sealed interface MachineState {

  /**
   * The platform has no machine of ours, and nothing that was made for it.
   *
   * @param left what carries our mark and was left there, because a mark can be copied and nothing
   *     else says that it was made for the machine; empty mostly
   */
  record Absent(String left) implements MachineState {

    public Absent() {
      this("");
    }
  }

  /**
   * On its way, in or out. The caller stores the memo before it calls again; {@code doing} says in
   * words what is waited for.
   */
  record Underway(String doing, Memo memo) implements MachineState {}

  /** It is there and switched on. It may still lack an address. */
  record Running(Machine machine) implements MachineState {}

  /** It is there, complete, and switched off; {@code why} in the platform's words. */
  record Stopped(Machine machine, String why) implements MachineState {}

  /** We could not see, or the step failed. Never to be read as {@link Absent}. */
  record Unclear(Fault fault) implements MachineState {}
}
