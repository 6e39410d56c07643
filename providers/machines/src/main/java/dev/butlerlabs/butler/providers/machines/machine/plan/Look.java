package dev.butlerlabs.butler.providers.machines.machine.plan;

import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import org.jspecify.annotations.Nullable;

/** What came of one step towards what a MachineRequest asks for. All texts may be shown. */
public sealed interface Look {

  /** Nothing has been asked of the platform yet; the machine waits for its turn. */
  record Waiting() implements Look {}

  /**
   * The platform has nothing of ours.
   *
   * @param left what carries our mark there and was left, in words; empty mostly
   */
  record Absent(String left) implements Look {

    public Absent() {
      this("");
    }
  }

  /** On its way, in or out. */
  record Underway(String doing) implements Look {}

  /**
   * Found switched off, and being started.
   *
   * @param why in the platform's words
   */
  record Stopped(String why) implements Look {}

  /**
   * Switched on.
   *
   * @param wasOff why it was off, when it was found so just before
   */
  record Running(Machine machine, @Nullable String wasOff) implements Look {}

  /** Could not see, or the step failed. Never to be read as {@link Absent}. */
  record Unclear(Obstacle obstacle) implements Look {}
}
