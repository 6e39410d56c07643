package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.util.Optional;

/** What of a machine Prism Central has. */
sealed interface V3Situation {

  /** Nothing of ours. */
  record Nothing(Optional<Note> note) implements V3Situation {}

  /** The UUID reserved for it is in use, and the mark is not on it. */
  record Unmarked(V3Vm vm) implements V3Situation {}

  /** It carries our mark. */
  record Ours(V3Vm vm, Optional<Note> note) implements V3Situation {}

  /**
   * Looks by the UUID written down; without one, by name and by the UUID Prism keeps for the owner.
   * What counts is the machine itself: lists are late.
   */
  static V3Situation look(V3Api api, MachineId id, Memo memo) throws Trouble {
    var note = Note.read(memo);
    if (note.isPresent()) {
      var vm = api.vm(note.get().uuid());
      if (vm.isEmpty()) {
        return new Nothing(note);
      }
      return vm.get().marked(id.uid()) ? new Ours(vm.get(), note) : new Unmarked(vm.get());
    }
    // One that was begun through v4 has the same id here.
    var begun = Attempt.read(memo).map(Attempt::vm).filter(vm -> !vm.isEmpty());
    var known = begun.isEmpty() ? Optional.<V3Vm>empty() : api.vm(begun.get());
    if (known.isPresent() && known.get().marked(id.uid())) {
      return new Ours(known.get(), note);
    }
    for (var listed : api.vms(id.name())) {
      if (listed.marked(id.uid())) {
        var vm = api.vm(listed.uuid());
        if (vm.isPresent() && vm.get().marked(id.uid())) {
          return new Ours(vm.get(), note);
        }
      }
    }
    var kept = api.reserved(Marks.owner(id.uid()));
    var vm = kept.isEmpty() ? Optional.<V3Vm>empty() : api.vm(kept.get());
    return vm.filter(found -> found.marked(id.uid()))
        .<V3Situation>map(found -> new Ours(found, note))
        .orElseGet(() -> new Nothing(note));
  }

  /** Somebody else's machine of this name. */
  static Optional<V3Vm> foreign(V3Api api, MachineId id) throws Trouble {
    for (var listed : api.vms(id.name())) {
      if (!listed.marked(id.uid()) && api.vm(listed.uuid()).isPresent()) {
        return Optional.of(listed);
      }
    }
    return Optional.empty();
  }
}
