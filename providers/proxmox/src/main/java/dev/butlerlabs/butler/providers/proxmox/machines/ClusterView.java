package dev.butlerlabs.butler.providers.proxmox.machines;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
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

  record Store(String name, String node, boolean shared, Set<String> content, boolean available) {}

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
                    row.path("status").asText().equals("available")));
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

  /** Storages of that node that take this kind of content, by name. */
  List<Store> storesFor(String content, String node) {
    return stores.stream()
        .filter(store -> store.node().equals(node) && store.available())
        .filter(store -> store.content().contains(content))
        .sorted(Comparator.comparing(Store::name))
        .toList();
  }
}
