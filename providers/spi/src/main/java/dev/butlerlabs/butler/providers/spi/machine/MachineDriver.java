package dev.butlerlabs.butler.providers.spi.machine;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.util.List;

/**
 * One account of one platform, seen as a place where a machine is or is not.
 *
 * <p>Every call may be repeated, by this process or another, and answers within seconds: what takes
 * the platform minutes comes back as {@link MachineState.Underway} and is looked at again later.
 * Trouble is an answer ({@link MachineState.Unclear}), not an exception; an exception means a bug.
 * Calls block on the network, so callers run them on virtual threads and bound how many.
 *
 * <p>A machine is ours when the platform's own tags carry {@code id.uid()}. One that has only the
 * name is somebody else's: {@code observe} and {@code remove} answer {@link MachineState.Absent},
 * {@code ensure} answers a {@link Fault.Conflict}, and nothing touches it.
 */
public interface MachineDriver {

  /** Everything that would keep this order from being built, found by looking only. */
  List<Fault> validate(MachineOrder order);

  /** Looks, and changes nothing. */
  MachineState observe(MachineId id, Memo memo);

  /**
   * Brings the machine one step nearer to running: makes it when it is absent, carries on when it
   * is half made, starts it when it is off. A machine that runs is left as it is, also when the
   * order has changed since.
   */
  MachineState ensure(MachineId id, MachineOrder order, Memo memo);

  /**
   * Brings the machine one step nearer to being gone, however far it was built. {@link
   * MachineState.Absent} only once its disks and everything else made for it are gone too.
   */
  MachineState remove(MachineId id, Memo memo);
}
