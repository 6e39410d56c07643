package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings.VmidRange;
import dev.butlerlabs.butler.providers.proxmox.machines.ClusterView.Guest;
import dev.butlerlabs.butler.providers.proxmox.machines.ClusterView.Host;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which template, node and number a new machine gets. Pure. */
final class Choice {

  /** Without a range, numbers are taken out of this many after the first free one. */
  private static final int SPREAD = 1000;

  private Choice() {}

  /** The templates an order may be cloned from: by number, or all of that name. */
  static List<Guest> templates(ClusterView cluster, ProxmoxSettings settings, MachineOrder order) {
    var wanted = image(settings, order);
    return cluster.guests().stream()
        .filter(Guest::template)
        .filter(
            guest -> wanted.equals(Integer.toString(guest.vmid())) || wanted.equals(guest.name()))
        .sorted(Comparator.comparingInt(Guest::vmid))
        .toList();
  }

  /** What the order names, or else the ProviderConfig; empty when neither does. */
  static String image(ProxmoxSettings settings, MachineOrder order) {
    var named = order.boot().image();
    if (named != null && !named.isEmpty()) {
      return named;
    }
    return settings.templateID() == null ? "" : settings.templateID().toString();
  }

  /**
   * The node: one with few machines of the same cluster and role, then with much free memory. A
   * template is reached from another node only through storage that both share.
   */
  static String node(
      ClusterView cluster, ProxmoxSettings settings, MachineOrder order, List<Guest> templates)
      throws Trouble {
    var mine = Marks.placement(order);
    return cluster.hosts().stream()
        .filter(host -> host.online() && settings.nodes().contains(host.name()))
        .filter(host -> reachable(cluster, settings, templates, host))
        .min(
            Comparator.<Host>comparingLong(
                    host ->
                        cluster.guests().stream()
                            .filter(guest -> guest.node().equals(host.name()))
                            .filter(guest -> guest.tags().containsAll(mine))
                            .count())
                .thenComparing(Comparator.comparingLong(Host::freeMemory).reversed())
                .thenComparing(Host::name))
        .map(Host::name)
        .orElseThrow(
            () ->
                new Trouble(
                    new Fault.Unavailable(
                        "choose a node for a machine",
                        "none of "
                            + settings.nodes()
                            + " is online and can be reached from the template")));
  }

  private static boolean reachable(
      ClusterView cluster, ProxmoxSettings settings, List<Guest> templates, Host host) {
    var store = cluster.store(settings.storage(), host.name());
    return store.isPresent()
        && (store.get().shared()
            || templates.stream().anyMatch(template -> template.node().equals(host.name())));
  }

  /** The template on that node, or else any. */
  static Guest template(List<Guest> templates, String node) {
    return templates.stream()
        .filter(template -> template.node().equals(node))
        .findFirst()
        .orElseGet(templates::getFirst);
  }

  /**
   * A free number. Each machine begins to look at a place of its own, so that many made at once
   * seldom choose the same.
   */
  static int vmid(ClusterView cluster, VmidRange range, MachineId id) throws Trouble {
    var taken = cluster.guests().stream().map(Guest::vmid).collect(Collectors.toSet());
    var size = range.end() - range.start() + 1;
    var start = Math.floorMod(id.uid().hashCode(), size);
    return IntStream.range(0, size)
        .map(i -> range.start() + (start + i) % size)
        .filter(candidate -> !taken.contains(candidate))
        .findFirst()
        .orElseThrow(
            () ->
                new Trouble(
                    new Fault.Quota(
                        "choose a number for machine " + id,
                        "all numbers from %d to %d are taken"
                            .formatted(range.start(), range.end()))));
  }

  static VmidRange after(int nextId) {
    return new VmidRange(nextId, nextId + SPREAD - 1);
  }

  /** Names of extra storages an order asks for. */
  static Set<String> storages(MachineOrder order) {
    return order.hardware().extraDisks().stream()
        .map(disk -> disk.storageClass() == null ? "" : disk.storageClass())
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }
}
