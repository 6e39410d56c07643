package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** From a machine to nothing: the machine with its disks, then disks that somebody kept. */
final class Removing {

  private final Compute compute;
  private final InstantSource clock;

  Removing(Compute compute, InstantSource clock) {
    this.compute = compute;
    this.clock = clock;
  }

  /** Our machine is there. */
  MachineState demolish(MachineId id, Instance instance, Optional<Note> written, Memo memo)
      throws Trouble {
    if (written.isEmpty()) {
      return afresh("found it in " + instance.zone(), instance);
    }
    var note = written.get();
    if (!note.operation().isEmpty()) {
      var operation = compute.operation(note, id.uid());
      if (operation.isPresent() && operation.get().running()) {
        return new Underway("Google works on it: " + operation.get().type(), memo);
      }
      if (operation.isPresent() && operation.get().type().equals("delete")) {
        return operation.get().failed() && operation.get().fresh(clock.instant())
            ? new Unclear(operation.get().fault("remove " + instance))
            : afresh("removing again", instance);
      }
    }
    var begun = compute.delete(instance, note, id.uid());
    return new Underway("removing", note.by(begun.name()).memo());
  }

  /** A choice of its own, so that the request has a number of its own. */
  private MachineState afresh(String doing, Instance instance) {
    return new Underway(doing, Note.of(instance.zone(), clock.instant(), List.of()).memo());
  }

  /** No machine of ours is to be seen. */
  MachineState clear(MachineId id, Optional<Note> note, Memo memo) throws Trouble {
    if (note.isPresent()) {
      var operation = compute.operation(note.get(), id.uid());
      if (operation.isPresent() && operation.get().running()) {
        return new Underway("waiting for Google: " + operation.get().type(), memo);
      }
      // It may have come between the two looks.
      if (operation.isPresent()
          && operation.get().type().equals("insert")
          && compute
              .findInstance(note.get().zone(), id.name())
              .filter(instance -> instance.belongsTo(id))
              .isPresent()) {
        return new Underway("made, to be removed", memo);
      }
    }
    var left =
        compute.disks("look for disks of machine " + id, Marks.ownedBy(id.uid())).stream()
            .filter(disk -> ours(disk, id))
            .toList();
    for (var disk : left) {
      remove(disk);
    }
    for (var disk : left) {
      requireFree(disk, id);
    }
    return left.isEmpty() ? new Absent() : new Underway("removing disks", memo);
  }

  private static boolean ours(JsonNode disk, MachineId id) {
    return disk.path("name").asText().startsWith(Marks.diskPrefix(id.uid()))
        && Marks.prove(disk.path("labels"), id.uid());
  }

  /** The list is late: it may still show the machine that has just gone. */
  private static void requireFree(JsonNode disk, MachineId id) throws Trouble {
    for (var user : disk.path("users")) {
      var machine = Instance.last(user.asText());
      if (!machine.equals(id.name())) {
        throw new Trouble(
            new Fault.Busy(
                "remove disk " + disk.path("name").asText() + " of machine " + id,
                "it is attached to machine %s, and goes once somebody detaches it there"
                    .formatted(machine)));
      }
    }
  }

  /** The list is late: the disk may be gone, or on its way. */
  private void remove(JsonNode disk) throws Trouble {
    try {
      compute.deleteDisk(disk);
    } catch (Trouble trouble) {
      if (!(trouble.fault() instanceof Fault.NotFound || trouble.fault() instanceof Fault.Busy)) {
        throw trouble;
      }
    }
  }
}
