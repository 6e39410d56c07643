package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.providers.proxmox.machines.ClusterView.Guest;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.util.Optional;

/** What of a machine is on the cluster. */
sealed interface Situation {

  /** Nothing of ours, and nothing of that name. */
  record Nothing(ClusterView cluster) implements Situation {}

  /** Nothing of ours, and the name is taken. */
  record Foreign(Guest holder) implements Situation {}

  /** The number we chose holds a clone which does not tell yet whose it is. */
  record Cloning(Guest guest, Note note) implements Situation {}

  /** It carries our mark. */
  record Ours(Guest guest, GuestConfig config) implements Situation {}

  /**
   * Looks at the number written down, and only when ours is not there, or its node does not answer,
   * by tag and by name: the list of a cluster is long. What counts is the configuration: lists are
   * late, and tags are copied along when somebody clones a machine by hand.
   */
  static Situation look(ProxmoxApi api, MachineId id, Memo memo) throws Trouble {
    var note = Note.read(memo);
    if (note.isPresent()) {
      var there = there(api, id, note.get());
      if (there.isPresent()) {
        return there.get();
      }
    }
    return search(api, id, note);
  }

  private static Optional<Situation> there(ProxmoxApi api, MachineId id, Note note) throws Trouble {
    var guest = note.guest();
    return api.findConfigIfReached(guest).flatMap(config -> judged(id, note, guest, config));
  }

  private static Situation search(ProxmoxApi api, MachineId id, Optional<Note> note)
      throws Trouble {
    var cluster = api.cluster();
    var mark = Marks.owner(id);
    for (var guest : cluster.guests()) {
      if (guest.tags().contains(mark) || (guest.name().equals(id.name()) && guest.machine())) {
        var config = api.findConfig(guest);
        if (config.isPresent() && isOurs(config.get(), id)) {
          return new Ours(guest, config.get());
        }
      }
    }
    var noted = noted(api, id, note, cluster);
    if (noted.isPresent()) {
      return noted.get();
    }
    return cluster.named(id.name()).stream()
        .findFirst()
        .<Situation>map(Foreign::new)
        .orElseGet(() -> new Nothing(cluster));
  }

  private static Optional<Situation> noted(
      ProxmoxApi api, MachineId id, Optional<Note> note, ClusterView cluster) throws Trouble {
    var guest = note.flatMap(written -> cluster.find(written.vmid())).filter(Guest::machine);
    if (note.isEmpty() || guest.isEmpty()) {
      return Optional.empty();
    }
    var listed = api.findConfig(guest.get());
    if (listed.isPresent() || guest.get().node().equals(note.get().node())) {
      return listed.flatMap(config -> judged(id, note.get(), guest.get(), config));
    }
    // A clone is on its template's node until it is whole: it may have moved since we looked.
    var chosen = note.get().guest();
    var moved = api.findConfig(chosen);
    if (moved.isEmpty()) {
      throw new Trouble(
          new Fault.Busy(
              "look for machine " + id,
              "%s moved or went while it was looked for".formatted(ProxmoxApi.text(guest.get()))));
    }
    return judged(id, note.get(), chosen, moved.get());
  }

  /** What the number we chose holds; empty when that is nothing of ours. */
  private static Optional<Situation> judged(
      MachineId id, Note note, Guest guest, GuestConfig config) {
    if (isOurs(config, id)) {
      return Optional.of(new Ours(guest, config));
    }
    return config.nameless() && config.lock().isPresent()
        ? Optional.of(new Cloning(guest, note))
        : Optional.empty();
  }

  private static boolean isOurs(GuestConfig config, MachineId id) {
    var mark = Marks.owner(id);
    return config.field("name").equals(id.name())
        && (config.tagged(mark) || config.describes(mark));
  }
}
