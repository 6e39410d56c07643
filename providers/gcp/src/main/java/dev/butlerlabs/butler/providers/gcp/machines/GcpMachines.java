package dev.butlerlabs.butler.providers.gcp.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Stopped;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Machines on Google Cloud, one step at a time. */
final class GcpMachines implements MachineDriver {

  private final Compute compute;
  private final Needs needs;
  private final Making making;
  private final Removing removing;

  GcpMachines(Compute compute, Needs needs, InstantSource clock) {
    this.compute = compute;
    this.needs = needs;
    this.making = new Making(compute, needs, clock);
    this.removing = new Removing(compute, clock);
  }

  @Override
  public List<Fault> validate(MachineOrder order) {
    return needs.problems(order);
  }

  @Override
  public MachineState observe(MachineId id, Memo memo) {
    return answer(
        () -> {
          var note = Note.read(memo);
          var found = look(id, note);
          if (found.isPresent() && found.get().belongsTo(id)) {
            return seen(found.get(), memo);
          }
          return note.isPresent() ? making.unseen(id, note.get(), memo) : new Absent();
        });
  }

  @Override
  public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
    return answer(
        () -> {
          var note = Note.read(memo);
          var found = look(id, note);
          if (found.isEmpty()) {
            return making.make(id, order, note, memo);
          }
          return found.get().belongsTo(id)
              ? proceed(id, found.get(), note, memo)
              : new Unclear(new Fault.Conflict("make machine " + id, found.get().toString()));
        });
  }

  @Override
  public MachineState remove(MachineId id, Memo memo) {
    return answer(
        () -> {
          var note = Note.read(memo);
          var found = look(id, note).filter(instance -> instance.belongsTo(id));
          return found.isPresent()
              ? removing.demolish(id, found.get(), note, memo)
              : removing.clear(id, note, memo);
        });
  }

  /**
   * By the zone written down, or else in the whole region: ours, or else anybody's of that name.
   */
  private Optional<Instance> look(MachineId id, Optional<Note> note) throws Trouble {
    if (note.isPresent()) {
      return compute.findInstance(note.get().zone(), id.name());
    }
    var named = compute.instances("look for machine " + id, "name = \"" + id.name() + "\"");
    return named.stream()
        .filter(instance -> instance.belongsTo(id))
        .findFirst()
        .or(() -> named.stream().findFirst());
  }

  private MachineState seen(Instance instance, Memo memo) {
    return switch (instance.status()) {
      case "RUNNING" -> new Running(instance.machine(compute.project()));
      case "TERMINATED", "SUSPENDED" ->
          new Stopped(instance.machine(compute.project()), instance.status());
      default -> new Underway("Google says " + instance.status(), memo);
    };
  }

  private MachineState proceed(MachineId id, Instance instance, Optional<Note> note, Memo memo)
      throws Trouble {
    var state = seen(instance, memo);
    return state instanceof Stopped ? making.start(id, instance, note, memo) : state;
  }

  /** One step, with its trouble turned into an answer. */
  private interface Step {
    MachineState take() throws Trouble;
  }

  private static MachineState answer(Step step) {
    try {
      return step.take();
    } catch (Trouble trouble) {
      return new Unclear(trouble.fault());
    }
  }
}
