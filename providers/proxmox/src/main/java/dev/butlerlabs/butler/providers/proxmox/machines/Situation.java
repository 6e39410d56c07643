package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.providers.proxmox.machines.ClusterView.Guest;
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
  record Ours(ClusterView cluster, Guest guest, GuestConfig config) implements Situation {}

  /**
   * Looks by tag, by the number written down, and by name. What counts is the configuration: lists
   * are late, and tags are copied along when somebody clones a machine by hand.
   */
  static Situation look(ProxmoxApi api, MachineId id, Memo memo) throws Trouble {
    var cluster = api.cluster();
    var mark = Marks.owner(id);
    for (var guest : cluster.guests()) {
      if (guest.tags().contains(mark) || (guest.name().equals(id.name()) && guest.machine())) {
        var config = api.findConfig(guest);
        if (config.isPresent() && isOurs(config.get(), id)) {
          return new Ours(cluster, guest, config.get());
        }
      }
    }
    var noted = noted(api, id, memo, cluster);
    if (noted.isPresent()) {
      return noted.get();
    }
    return cluster.named(id.name()).stream()
        .findFirst()
        .<Situation>map(Foreign::new)
        .orElseGet(() -> new Nothing(cluster));
  }

  private static Optional<Situation> noted(
      ProxmoxApi api, MachineId id, Memo memo, ClusterView cluster) throws Trouble {
    var note = Note.read(memo);
    var guest = note.flatMap(written -> cluster.find(written.vmid())).filter(Guest::machine);
    if (note.isEmpty() || guest.isEmpty()) {
      return Optional.empty();
    }
    var config = api.findConfig(guest.get());
    if (config.isEmpty()) {
      return Optional.empty();
    }
    if (isOurs(config.get(), id)) {
      return Optional.of(new Ours(cluster, guest.get(), config.get()));
    }
    return config.get().nameless() && config.get().lock().isPresent()
        ? Optional.of(new Cloning(guest.get(), note.get()))
        : Optional.empty();
  }

  private static boolean isOurs(GuestConfig config, MachineId id) {
    var mark = Marks.owner(id);
    return config.field("name").equals(id.name())
        && (config.tagged(mark) || config.describes(mark));
  }
}
