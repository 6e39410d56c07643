package dev.butlerlabs.butler.providers.proxmox.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Everything on a Proxmox cluster at one look, as {@code /cluster/resources} lists it. A machine is
 * listed at once; its name and state follow some seconds later, its tags and lock do not wait.
 */
record ClusterView(List<Guest> guests, List<Host> hosts, List<Store> stores) {

  /** One virtual machine or container; the name is empty while the cluster does not tell it yet. */
  record Guest(
      int vmid, String node, String name, boolean machine, boolean template, Set<String> tags) {}

  record Host(String name, boolean online, long freeMemory) {}

  record Store(
      String name,
      String node,
      boolean shared,
      Set<String> content,
      boolean available,
      long freeBytes) {}

  static ClusterView of(JsonNode rows) {
    var guests = new ArrayList<Guest>();
    var hosts = new ArrayList<Host>();
    var stores = new ArrayList<Store>();
    for (var row : rows) {
      switch (row.path("type").asText()) {
        case "qemu", "lxc" ->
            guests.add(
                new Guest(
                    row.path("vmid").asInt(),
                    row.path("node").asText(),
                    row.path("name").asText(""),
                    row.path("type").asText().equals("qemu"),
                    row.path("template").asInt(0) == 1,
                    words(row.path("tags").asText(""))));
        case "node" ->
            hosts.add(
                new Host(
                    row.path("node").asText(),
                    row.path("status").asText().equals("online"),
                    row.path("maxmem").asLong() - row.path("mem").asLong()));
        case "storage" ->
            stores.add(
                new Store(
                    row.path("storage").asText(),
                    row.path("node").asText(),
                    row.path("shared").asInt(0) == 1,
                    words(row.path("content").asText("")),
                    row.path("status").asText().equals("available"),
                    row.path("maxdisk").asLong() - row.path("disk").asLong()));
        default -> {}
      }
    }
    return new ClusterView(List.copyOf(guests), List.copyOf(hosts), List.copyOf(stores));
  }

  /** Tags are separated by semicolons, kinds of content by commas. */
  private static Set<String> words(String list) {
    return Arrays.stream(list.split("[;, ]+", -1))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a node of that name is one of the cluster's, even while it is off. */
  boolean has(String node) {
    return hosts.stream().anyMatch(host -> host.name().equals(node));
  }

  /** Whether a node of that name can be asked now. */
  boolean online(String node) {
    return hosts.stream().anyMatch(host -> host.name().equals(node) && host.online());
  }

  /** What is on a node that is off cannot be removed, and is there again with the node. */
  void requireOn(String node, String what) throws Trouble {
    if (hosts.stream().anyMatch(host -> host.name().equals(node) && !host.online())) {
      throw new Trouble(new Fault.Unavailable(what, "node " + node + " is off"));
    }
  }

  /** The same of what is on a storage that is away: its status is "unknown" for so long. */
  void requireStores(String content, String node, String what) throws Trouble {
    var away =
        stores.stream()
            .filter(store -> store.node().equals(node) && !store.available())
            .filter(store -> store.content().contains(content))
            .map(Store::name)
            .sorted()
            .toList();
    if (!away.isEmpty()) {
      throw new Trouble(
          new Fault.Unavailable(
              what,
              "it may lie on %s, which node %s cannot reach"
                  .formatted(String.join(", ", away), node)));
    }
  }

  Optional<Guest> find(int vmid) {
    return guests.stream().filter(guest -> guest.vmid() == vmid).findFirst();
  }

  Optional<Guest> tagged(String tag) {
    return guests.stream().filter(guest -> guest.tags().contains(tag)).findFirst();
  }

  List<Guest> named(String name) {
    return guests.stream().filter(guest -> guest.name().equals(name)).toList();
  }

  Optional<Store> store(String name, String node) {
    return stores.stream()
        .filter(store -> store.name().equals(name) && store.node().equals(node))
        .findFirst();
  }

  /** What is free on these nodes and on this storage; CPUs are shared, so none is ever used up. */
  Room room(Collection<String> nodes, String storage) {
    return new Room(
        null,
        online(nodes).stream().mapToLong(Host::freeMemory).sum() >> 20,
        free(disks(nodes, storage)),
        null);
  }

  /** Whether this storage can be seen, and has not one gigabyte left. */
  boolean full(Collection<String> nodes, String storage) {
    var disks = disks(nodes, storage);
    return !disks.isEmpty() && free(disks) == 0;
  }

  private List<Host> online(Collection<String> nodes) {
    return hosts.stream().filter(host -> host.online() && nodes.contains(host.name())).toList();
  }

  private List<Store> disks(Collection<String> nodes, String storage) {
    var online = online(nodes);
    return stores.stream()
        .filter(store -> store.name().equals(storage) && store.available())
        .filter(store -> online.stream().anyMatch(host -> host.name().equals(store.node())))
        .toList();
  }

  /** In gigabytes. Every node tells all of a storage that they share. */
  private static long free(List<Store> disks) {
    var free = disks.stream().mapToLong(Store::freeBytes);
    return (disks.stream().anyMatch(Store::shared) ? free.max().orElse(0) : free.sum()) >> 30;
  }

  /** Storages of that node that take this kind of content, by name. */
  List<Store> storesFor(String content, String node) {
    return stores.stream()
        .filter(store -> store.node().equals(node) && store.available())
        .filter(store -> store.content().contains(content))
        .sorted(Comparator.comparing(Store::name))
        .toList();
  }
}
