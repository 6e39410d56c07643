package dev.butlerlabs.butler.providers.simulators.proxmox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The cluster behind the API: what each call does. One call at a time. */
final class Cluster {

  private static final Duration CLONE = Duration.ofSeconds(30);
  private static final Duration POWER = Duration.ofSeconds(5);
  private static final Duration DESTROY = Duration.ofSeconds(10);
  private static final Duration COPY = Duration.ofSeconds(2);

  private final InstantSource clock;
  private final Map<String, Long> nodes;
  final Map<Integer, Guest> guests = new TreeMap<>();
  final Volumes volumes = new Volumes();
  final Bridges bridges = new Bridges();
  final Tasks tasks;
  private final Set<String> lost = new HashSet<>();
  private final Drives drives = new Drives(volumes);
  final Imports imports = new Imports(this, drives);

  Cluster(InstantSource clock, Map<String, Long> nodes) {
    this.clock = clock;
    this.nodes = new TreeMap<>(nodes);
    this.tasks = new Tasks(clock);
  }

  void memory(String node, long gib) {
    nodes.put(node, gib);
  }

  List<Map<String, Object>> resources() {
    var rows = new ArrayList<Map<String, Object>>();
    guests.values().forEach(guest -> rows.add(guest.row(clock.instant())));
    nodes.forEach(
        (node, memory) ->
            rows.add(
                Map.of(
                    "id",
                    "node/" + node,
                    "type",
                    "node",
                    "node",
                    node,
                    "status",
                    lost.contains(node) ? "offline" : "online",
                    "maxmem",
                    memory << 30,
                    "mem",
                    usedMemory(node) << 20)));
    rows.addAll(volumes.rows(List.copyOf(nodes.keySet())));
    return rows;
  }

  private long usedMemory(String node) {
    return guests.values().stream()
        .filter(guest -> guest.node().equals(node) && guest.running())
        .mapToLong(guest -> Long.parseLong(guest.config().getOrDefault("memory", "512")))
        .sum();
  }

  Instant now() {
    return clock.instant();
  }

  int nextId() {
    var next = 100;
    while (guests.containsKey(next)) {
      next++;
    }
    return next;
  }

  /** A node that the others do not reach any more. */
  void lose(String node) {
    lost.add(node);
  }

  /** A node that is taken out of the cluster; what it had is listed until somebody moves it. */
  void expel(String node) {
    nodes.remove(node);
  }

  /**
   * Calls for another node are handed on, to the address that the cluster or else its name tells.
   */
  void requireKnown(String node) {
    if (!nodes.containsKey(node)) {
      throw Refused.because(
          "hostname lookup '%1$s' failed - failed to get address info for: %1$s: Name or service not known\n"
              .formatted(node));
    }
  }

  Guest require(String node, String vmid) {
    if (lost.contains(node)) {
      throw new Refused(595, "No route to host", Map.of());
    }
    var guest = guests.get(Integer.parseInt(vmid));
    if (guest == null || !guest.node().equals(node)) {
      throw Refused.because(
          "Configuration file 'nodes/%s/qemu-server/%s.conf' does not exist\n"
              .formatted(node, vmid));
    }
    return guest;
  }

  String clone(Guest source, Map<String, String> fields, String user) {
    var id = Integer.parseInt(fields.get("newid"));
    if (guests.containsKey(id)) {
      throw Refused.because("unable to create VM %d: config file already exists\n".formatted(id));
    }
    var target = fields.getOrDefault("target", source.node());
    var storage = volumes.require(fields.getOrDefault("storage", "local-lvm"));
    if (!target.equals(source.node()) && !storage.shared()) {
      throw Refused.because(
          "can't clone VM to node '%s' (VM uses local storage)\n".formatted(target));
    }
    // Its configuration moves to the other node when all is done.
    var guest = new Guest(id, source.node(), clock.instant());
    guest.config().put("lock", "clone");
    guest.config().put("description", " qmclone temporary file\n");
    guests.put(id, guest);
    return tasks.begin(
        source.node(),
        "qmclone",
        Integer.toString(source.vmid),
        user,
        CLONE,
        new Tasks.Work() {
          @Override
          public void halfWay() {
            copy(source, guest, fields, storage.name());
          }

          @Override
          public void finish() {
            if (!guest.config().containsKey("name")) {
              guests.remove(id);
              throw Refused.because(
                  "clone failed: unable to create image: insufficient free space on storage '"
                      + storage.name()
                      + "'");
            }
            guest.config().remove("lock");
            guest.moveTo(target);
            guest.named(clock.instant());
          }
        });
  }

  /** Half-way the new configuration is written, still locked. A full storage ends it there. */
  private void copy(Guest source, Guest guest, Map<String, String> fields, String storage) {
    var config = new TreeMap<>(source.config());
    if (source.silent()) {
      guest.mute();
    }
    config.remove("template");
    config.remove("tags");
    try {
      for (var drive : Drives.of(source)) {
        var size = Drives.size(source.config().getOrDefault(drive, ""));
        var volume = volumes.allocate(storage, guest.vmid, size);
        config.put(drive, volume + ",size=" + size + "G");
      }
    } catch (Refused full) {
      volumes.freeAllOf(guest.vmid);
      return;
    }
    config.put("net0", "virtio=" + Guest.newMac(guest.vmid) + ",bridge=vmbr0");
    config.put("name", fields.getOrDefault("name", "Copy-of-VM-" + source.vmid));
    config.put("description", fields.getOrDefault("description", ""));
    config.put("lock", "clone");
    guest.config().clear();
    guest.config().putAll(config);
  }

  void configure(Guest guest, Map<String, String> fields) {
    guest.requireUnlocked();
    drives.configure(guest, fields);
  }

  String resize(Guest guest, Map<String, String> fields, String user) {
    guest.requireUnlocked();
    return tasks.begin(
        guest.node(),
        "resize",
        Integer.toString(guest.vmid),
        user,
        COPY,
        drives.growth(guest, fields));
  }

  String start(Guest guest, String user) {
    guest.requireUnlocked();
    return tasks.begin(
        guest.node(),
        "qmstart",
        Integer.toString(guest.vmid),
        user,
        POWER,
        () -> {
          if (guest.running()) {
            throw Refused.because("VM " + guest.vmid + " already running");
          }
          var asked = Long.parseLong(guest.config().getOrDefault("memory", "512"));
          var room = (nodes.getOrDefault(guest.node(), 0L) << 10) - usedMemory(guest.node());
          if (asked > room) {
            throw Refused.because("start failed: cannot allocate memory");
          }
          bridges.requireFor(guest);
          guest.power(true, clock.instant());
          boot(guest);
        });
  }

  private void boot(Guest guest) {
    guest.config().values().stream()
        .filter(value -> value.contains(":iso/"))
        .findFirst()
        .ifPresent(
            disc ->
                guest.readDisc(new String(volumes.bytes(disc.replaceAll(",.*", "")), ISO_8859_1)));
  }

  String stop(Guest guest, String user) {
    guest.requireUnlocked();
    return tasks.begin(
        guest.node(),
        "qmstop",
        Integer.toString(guest.vmid),
        user,
        POWER,
        () -> guest.power(false, clock.instant()));
  }

  String destroy(Guest guest, String user) {
    guest.requireUnlocked();
    if (guest.running()) {
      throw Refused.because("VM " + guest.vmid + " is running - destroy failed");
    }
    if ("1".equals(guest.config().get("protection"))) {
      throw Refused.because("can't remove VM " + guest.vmid + " - protection mode enabled");
    }
    return tasks.begin(
        guest.node(),
        "qmdestroy",
        Integer.toString(guest.vmid),
        user,
        DESTROY,
        () -> {
          if (guests.remove(guest.vmid) == null) {
            throw Refused.because(
                "Configuration file 'nodes/%s/qemu-server/%d.conf' does not exist"
                    .formatted(guest.node(), guest.vmid));
          }
          volumes.freeAllOf(guest.vmid);
        });
  }

  String upload(String node, String storage, String file, byte[] content, String user) {
    if (!volumes.require(storage).content().contains("iso")) {
      throw Refused.because("storage '" + storage + "' does not support 'iso' content");
    }
    return tasks.begin(
        node, "imgcopy", "", user, COPY, () -> volumes.put(storage, "iso/" + file, 0, 0, content));
  }

  Optional<Guest> find(int vmid) {
    return Optional.ofNullable(guests.get(vmid));
  }
}
