package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.proxmox.machines.ClusterView.Host;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;

/** Where an image is fetched to and its template is made. Pure. */
record ImageSite(ProxmoxSettings settings) {

  /** The first node of the ProviderConfig that has both storages. */
  String node(ClusterView cluster) throws Trouble {
    return settings.nodes().stream()
        .filter(
            node ->
                cluster.hosts().stream().filter(Host::online).anyMatch(h -> h.name().equals(node)))
        .filter(node -> cluster.store(settings.storage(), node).isPresent())
        .filter(node -> !cluster.storesFor(ImageApi.IMPORT, node).isEmpty())
        .findFirst()
        .orElseThrow(() -> new Trouble(none(String.join(", ", settings.nodes()))));
  }

  /** The storage that files are fetched to. */
  String storage(ClusterView cluster, String node) throws Trouble {
    return cluster.storesFor(ImageApi.IMPORT, node).stream()
        .map(ClusterView.Store::name)
        .findFirst()
        .orElseThrow(() -> new Trouble(none(node)));
  }

  private static Fault none(String nodes) {
    return new Fault.NotFound(
        "look where an image can be fetched to",
        "a storage for imports on " + nodes,
        "no storage there has the content type import (Datacenter, Storage, Content: Import;"
            + " Proxmox 8.4 or newer)");
  }

  /**
   * Chooses, and changes nothing.
   *
   * @param nextId a free number, where the ProviderConfig has no range of its own
   */
  Note choose(ClusterView cluster, MachineId template, int nextId) throws Trouble {
    var range = settings.vmidRange() == null ? Choice.after(nextId) : settings.vmidRange();
    return new Note(Choice.vmid(cluster, range, template), node(cluster), false, "");
  }
}
