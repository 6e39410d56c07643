package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.util.Optional;

/** What of a machine Prism Central has, seen through v4. */
sealed interface V4Situation {

  /**
   * Nothing of ours.
   *
   * @param holder somebody else's machine of this name
   */
  record Nothing(Optional<Attempt> attempt, Optional<V4Vm> holder) implements V4Situation {}

  /** Nothing of ours yet; the task that makes it runs. */
  record Making() implements V4Situation {}

  /** The attempt ended without a machine. */
  record Failed(Attempt attempt, V4Api.Task task) implements V4Situation {}

  /** The id written down is in use, and the mark is not on it. */
  record Unmarked(V4Vm vm) implements V4Situation {}

  /** It carries our mark. */
  record Ours(V4Vm vm, Optional<Attempt> attempt) implements V4Situation {}

  /** Looks by the id written down, by the task that makes it, and by name. */
  static V4Situation look(V4Api api, MachineId id, Memo memo) throws Trouble {
    var attempt = Attempt.read(memo);
    if (attempt.isPresent()) {
      var noted = noted(api, id, attempt.get());
      if (noted.isPresent()) {
        return noted.get();
      }
    }
    // One that was begun through v3 has the same id here.
    var begun = Note.read(memo).map(Note::uuid);
    var known = begun.isEmpty() ? Optional.<V4Vm>empty() : api.vm(begun.get());
    if (known.isPresent() && known.get().marked(id.uid())) {
      return new Ours(known.get(), attempt);
    }
    var holder = Optional.<V4Vm>empty();
    for (var listed : api.vms(id.name())) {
      // Lists are late, and only the machine itself tells in which state it is.
      var vm = api.vm(listed.id());
      if (vm.isPresent() && vm.get().marked(id.uid())) {
        return new Ours(vm.get(), attempt);
      }
      holder = holder.or(() -> vm);
    }
    return new Nothing(attempt, holder);
  }

  private static Optional<V4Situation> noted(V4Api api, MachineId id, Attempt attempt)
      throws Trouble {
    if (!attempt.vm().isEmpty()) {
      return api.vm(attempt.vm()).map(vm -> whose(vm, id, attempt));
    }
    if (attempt.task().isEmpty()) {
      return Optional.empty();
    }
    var task = api.task(attempt.task());
    if (task.running()) {
      return Optional.of(new Making());
    }
    if (task.vm().isEmpty() && !task.failed()) {
      // Prism has forgotten it, or does not tell what it made.
      return Optional.empty();
    }
    var vm = task.vm().isEmpty() ? Optional.<V4Vm>empty() : api.vm(task.vm());
    return Optional.of(
        vm.map(found -> whose(found, id, attempt)).orElseGet(() -> new Failed(attempt, task)));
  }

  private static V4Situation whose(V4Vm vm, MachineId id, Attempt attempt) {
    return vm.marked(id.uid()) ? new Ours(vm, Optional.of(attempt)) : new Unmarked(vm);
  }
}
