package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Ours;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The CDs that carry user data to machines. They hold secrets, so each goes as soon as its machine
 * has read it, and at the latest with its machine.
 */
final class Discs {

  private final ProxmoxApi api;
  private final ProxmoxSettings settings;

  Discs(ProxmoxApi api, ProxmoxSettings settings) {
    this.api = api;
    this.settings = settings;
  }

  /** Whether a CD was made and is not withdrawn yet. */
  static boolean given(GuestConfig config) {
    return config.tagged(Marks.DISC);
  }

  /** The volume once it is there; uploads it when it is not. */
  Optional<String> supply(MachineId id, MachineOrder order, Ours ours) throws Trouble {
    var node = ours.guest().node();
    var storage = storage(api.cluster(), node);
    var there = api.findVolume(node, storage, Marks.disc(id));
    if (there.isEmpty()) {
      var hidden =
          Stream.of(order.boot().userData(), order.boot().networkData())
              .filter(Objects::nonNull)
              .map(secret -> new SecretText(secret.reveal()))
              .toList();
      var content = CloudInitDisc.of(MachineConfig.discFiles(id, order));
      api.upload(node, storage, Marks.disc(id), content, hidden);
    }
    return there;
  }

  /** The disks' own storage when it takes images of CDs, or else the first that does. */
  private String storage(ClusterView cluster, String node) throws Trouble {
    var stores = cluster.storesFor("iso", node);
    return stores.stream()
        .map(ClusterView.Store::name)
        .filter(settings.storage()::equals)
        .findFirst()
        .or(() -> stores.stream().map(ClusterView.Store::name).findFirst())
        .orElseThrow(() -> new Trouble(none(node)));
  }

  static Fault none(String node) {
    return new Fault.NotFound(
        "upload user data",
        "a storage for ISO images on node " + node,
        "no storage there takes ISO images, and user data reaches a machine on one");
  }

  /** Takes the CD out of a machine that has read it, removes it, and then the tag that says so. */
  void withdraw(MachineId id, Ours ours) throws Trouble {
    if (ours.config().field(MachineConfig.DISC_DRIVE).contains(Marks.disc(id))) {
      api.configure(ours.guest(), Map.of(MachineConfig.DISC_DRIVE, "none,media=cdrom"));
    }
    removeFrom(api.cluster(), ours.guest().node(), id);
    var tags =
        Pattern.compile("[;, ]+")
            .splitAsStream(ours.config().field("tags"))
            .filter(tag -> !tag.equals(Marks.DISC))
            .collect(Collectors.joining(";"));
    api.configure(ours.guest(), Map.of("tags", tags));
  }

  /** Removes what is left when the machine is gone; true when there was something. */
  boolean sweep(MachineId id, Optional<Note> note) throws Trouble {
    if (note.isPresent() && !note.get().disc()) {
      return false;
    }
    var cluster = api.cluster();
    var nodes = note.map(written -> List.of(written.node())).orElse(settings.nodes());
    var found = false;
    for (var node : nodes) {
      cluster.requireOn(node, "remove the user data of machine " + id);
      found |= removeFrom(cluster, node, id);
    }
    return found;
  }

  /** It lies on one storage; not found on any, it may be on one that is away. */
  private boolean removeFrom(ClusterView cluster, String node, MachineId id) throws Trouble {
    var found = false;
    for (var store : cluster.storesFor("iso", node)) {
      var volume = api.findVolume(node, store.name(), Marks.disc(id));
      if (volume.isPresent()) {
        api.deleteVolume(node, volume.get());
        found = true;
      }
    }
    if (!found) {
      cluster.requireStores("iso", node, "remove the user data of machine " + id);
    }
    return found;
  }
}
