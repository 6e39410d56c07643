package dev.butlerlabs.butler.providers.gcp.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** From nothing to a machine that runs: choose, write down, make. */
final class Making {

  private static final String NAME = "[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?";

  private final Compute compute;
  private final Needs needs;
  private final InstantSource clock;

  Making(Compute compute, Needs needs, InstantSource clock) {
    this.compute = compute;
    this.needs = needs;
    this.clock = clock;
  }

  /** No machine is to be seen where the note says; the operation tells whether one is coming. */
  MachineState unseen(MachineId id, Note note, Memo memo) throws Trouble {
    var operation = compute.operation(note, id.uid());
    if (operation.isEmpty()) {
      return new Absent();
    }
    if (operation.get().running()) {
      return new Underway("Google works on it: " + operation.get().type(), memo);
    }
    return operation.get().failed() && operation.get().fresh(clock.instant())
        ? new Unclear(operation.get().fault(what(id, note)))
        : new Absent();
  }

  /** One step from nothing. */
  MachineState make(MachineId id, MachineOrder order, Optional<Note> written, Memo memo)
      throws Trouble {
    if (written.isEmpty()) {
      return choose(id, order);
    }
    var note = written.get();
    if (note.operation().isEmpty()) {
      return insert(id, order, note);
    }
    var operation = compute.operation(note, id.uid());
    if (operation.isPresent() && operation.get().running()) {
      return new Underway("Google works on it: " + operation.get().type(), memo);
    }
    if (operation.isPresent() && operation.get().failed()) {
      return failed(id, order, note, operation.get());
    }
    // It may have come between the two looks. If it did not, somebody removed it.
    return compute.findInstance(note.zone(), id.name()).isPresent()
        ? new Underway("made", memo)
        : choose(id, order);
  }

  private MachineState choose(MachineId id, MachineOrder order) throws Trouble {
    if (!id.name().matches(NAME)) {
      throw new Trouble(
          new Fault.Invalid(
              "make machine " + id,
              "spec.machineName",
              "names on Google Cloud begin with a letter and hold lower-case letters, digits and"
                  + " dashes"));
    }
    Needs.withoutNetworkData(order);
    var peers = compute.instances("look for machines of the cluster", Marks.peers(order));
    var zones = needs.zones();
    var zone = Choice.zone(zones, List.of(), peers, id);
    if (zone.isEmpty()) {
      throw new Trouble(
          new Fault.NotFound(
              "choose a zone for machine " + id, "region " + compute.region(), "it has no zones"));
    }
    return new Underway(
        "chose zone " + zone.get(), Note.of(zone.get(), clock.instant(), List.of()).memo());
  }

  private MachineState insert(MachineId id, MachineOrder order, Note note) throws Trouble {
    Needs.withoutNetworkData(order);
    var found = needs.find(order, note.zone());
    var body = Blueprint.of(id, order, needs.settings(), note.zone(), found);
    var operation = compute.insert(note, id.uid(), body, Blueprint.secrets(order));
    return operation.failed()
        ? failed(id, order, note, operation)
        : new Underway("making it in " + note.zone(), note.by(operation.name()).memo());
  }

  /** A zone without room is left for the next; all else is told for a while and tried again. */
  private MachineState failed(MachineId id, MachineOrder order, Note note, Operation operation)
      throws Trouble {
    if (operation.noRoom()) {
      var tried = note.next("", clock.instant()).tried();
      var peers = compute.instances("look for machines of the cluster", Marks.peers(order));
      var other = Choice.zone(needs.zones(), tried, peers, id);
      if (other.isPresent()) {
        return new Underway(
            "%s has no room, going to %s".formatted(note.zone(), other.get()),
            note.next(other.get(), clock.instant()).memo());
      }
    }
    return operation.fresh(clock.instant())
        ? new Unclear(operation.fault(what(id, note)))
        : choose(id, order);
  }

  /** It is there and switched off. */
  MachineState start(MachineId id, Instance instance, Optional<Note> note, Memo memo)
      throws Trouble {
    if (note.isPresent() && !note.get().operation().isEmpty()) {
      var operation = compute.operation(note.get(), id.uid());
      if (operation.isPresent() && operation.get().running()) {
        return new Underway("Google works on it: " + operation.get().type(), memo);
      }
      if (operation.isPresent()
          && operation.get().failed()
          && operation.get().fresh(clock.instant())) {
        return new Unclear(operation.get().fault("start " + instance));
      }
    }
    var begun = compute.start(instance, instance.status().equals("SUSPENDED"));
    var written =
        note.orElseGet(() -> Note.of(instance.zone(), clock.instant(), List.of())).by(begun.name());
    return new Underway("starting", written.memo());
  }

  private static String what(MachineId id, Note note) {
    return "make machine %s in %s".formatted(id, note.zone());
  }
}
