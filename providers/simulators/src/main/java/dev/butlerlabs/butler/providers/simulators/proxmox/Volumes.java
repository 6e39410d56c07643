package dev.butlerlabs.butler.providers.simulators.proxmox;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Storages, and what lies on them. A shared one is the same on every node. */
final class Volumes {

  private final Map<String, Storage> storages = new TreeMap<>();
  private final Map<String, Volume> volumes = new TreeMap<>();
  private final Map<String, String> places = new TreeMap<>();
  private final Set<String> away = new TreeSet<>();

  record Storage(String name, Set<String> content, boolean shared, int capacityGB) {}

  /** An owner of 0 is nobody. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Volume(String id, int owner, int sizeGB, byte[] bytes) {}

  void add(Storage storage) {
    storages.put(storage.name(), storage);
  }

  /** No node can reach the storage, or all can again. */
  void away(String name, boolean gone) {
    if (gone) {
      away.add(name);
    } else {
      away.remove(name);
    }
  }

  private void requireThere(String name) {
    if (away.contains(name)) {
      throw Refused.because("storage '" + name + "' is not online");
    }
  }

  Storage require(String name) {
    var storage = storages.get(name);
    if (storage == null) {
      throw Refused.because("storage '" + name + "' does not exist");
    }
    return storage;
  }

  List<Map<String, Object>> rows(List<String> nodes) {
    var rows = new ArrayList<Map<String, Object>>();
    for (var storage : storages.values()) {
      for (var node : nodes) {
        var row = new LinkedHashMap<String, Object>();
        row.put("id", "storage/" + node + "/" + storage.name());
        row.put("type", "storage");
        row.put("storage", storage.name());
        row.put("node", node);
        row.put("shared", storage.shared() ? 1 : 0);
        row.put("content", String.join(",", storage.content()));
        row.put("status", away.contains(storage.name()) ? "unknown" : "available");
        row.put("maxdisk", (long) storage.capacityGB() << 30);
        row.put("disk", (long) used(storage.name()) << 30);
        rows.add(row);
      }
    }
    return rows;
  }

  private int used(String storage) {
    return volumes.values().stream()
        .filter(volume -> volume.id().startsWith(storage + ":"))
        .mapToInt(Volume::sizeGB)
        .sum();
  }

  /** Makes a disk; Proxmox numbers those of one guest. */
  String allocate(String storage, int vmid, int sizeGB) {
    var number = 0;
    while (volumes.containsKey("%s:vm-%d-disk-%d".formatted(storage, vmid, number))) {
      number++;
    }
    return put(storage, "vm-%d-disk-%d".formatted(vmid, number), vmid, sizeGB, new byte[0]);
  }

  String put(String storage, String name, int owner, int sizeGB, byte[] bytes) {
    var place = require(storage);
    requireThere(storage);
    if (used(storage) + sizeGB > place.capacityGB()) {
      throw Refused.because(
          "unable to create image: insufficient free space on storage '" + storage + "'");
    }
    var id = storage + ":" + name;
    volumes.put(id, new Volume(id, owner, sizeGB, bytes));
    return id;
  }

  void grow(String id, int sizeGB) {
    var volume = volumes.get(id);
    if (volume == null) {
      throw Refused.because("volume '" + id + "' does not exist");
    }
    var storage = id.substring(0, id.indexOf(':'));
    if (used(storage) - volume.sizeGB() + sizeGB > require(storage).capacityGB()) {
      throw Refused.because("insufficient free space on storage '" + storage + "'");
    }
    volumes.put(id, new Volume(id, volume.owner(), sizeGB, volume.bytes()));
  }

  int sizeGB(String id) {
    var volume = volumes.get(id);
    if (volume == null) {
      throw Refused.because("volume '" + id + "' does not exist");
    }
    return volume.sizeGB();
  }

  /** The same volume under another name, which is the answer. */
  String rename(String from, String to) {
    var volume = volumes.remove(from);
    if (volume != null) {
      volumes.put(to, new Volume(to, volume.owner(), volume.sizeGB(), volume.bytes()));
    }
    return to;
  }

  /** A file of a storage that is not shared lies on one node. */
  void lies(String id, String node) {
    if (!require(id.substring(0, id.indexOf(':'))).shared()) {
      places.put(id, node);
    }
  }

  boolean liesOn(String id, String node) {
    return has(id) && node.equals(places.getOrDefault(id, node));
  }

  boolean has(String id) {
    return volumes.containsKey(id);
  }

  byte[] bytes(String id) {
    var volume = volumes.get(id);
    return volume == null ? new byte[0] : volume.bytes().clone();
  }

  void free(String id) {
    requireThere(id.substring(0, id.indexOf(':')));
    volumes.remove(id);
    places.remove(id);
  }

  /** Everything of one guest. */
  void freeAllOf(int vmid) {
    volumes.values().removeIf(volume -> volume.owner() == vmid);
  }

  List<Map<String, Object>> content(String node, String storage, String kind) {
    requireThere(storage);
    return volumes.values().stream()
        .filter(volume -> volume.id().startsWith(storage + ":"))
        .filter(volume -> liesOn(volume.id(), node))
        .filter(volume -> kind.isEmpty() || kind.equals(kindOf(volume.id())))
        .map(
            volume ->
                Map.<String, Object>of(
                    "volid", volume.id(), "content", kindOf(volume.id()), "format", "raw"))
        .toList();
  }

  private static String kindOf(String id) {
    return id.contains(":iso/") ? "iso" : id.contains(":import/") ? "import" : "images";
  }

  Set<String> all() {
    return Set.copyOf(volumes.keySet());
  }
}
