package dev.butlerlabs.butler.providers.simulators.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.TreeSet;

/** What Prism Central looks after, and what its tasks do to it. One call at a time. */
final class Estate {

  private static final Duration CREATE = Duration.ofSeconds(20);
  private static final Duration POWER = Duration.ofSeconds(5);
  private static final Duration CHANGE = Duration.ofSeconds(5);
  private static final Duration DELETE = Duration.ofSeconds(10);

  /** What becomes of an intent that failed: v3 keeps it, v4 does not. */
  static final boolean KEEP_FAILED = true;

  static final boolean FORGET_FAILED = false;

  private final InstantSource clock;
  final Tasks tasks;
  final Images images;
  final Map<String, Vm> vms = new TreeMap<>();
  final Map<String, String> clusters = new TreeMap<>();
  final Map<String, Subnet> subnets = new TreeMap<>();
  final Map<String, String> containers = new TreeMap<>();
  final Set<Category> categories = new HashSet<>();

  /** UUIDs kept for a client, by what the client calls itself. */
  final Map<String, List<String>> reservations = new TreeMap<>();

  private final Set<String> usedUuids = new HashSet<>();
  private final List<Ghost> ghosts = new ArrayList<>();
  private String nextFailure = "";
  private String removalFailure = "";
  private long memoryMiB = 1 << 20;
  private int made;

  Estate(InstantSource clock) {
    this.clock = clock;
    this.tasks = new Tasks(clock);
    this.images = new Images(clock, tasks);
  }

  /**
   * A network.
   *
   * @param gateway empty where Prism gives no addresses on it
   */
  record Subnet(String uuid, String name, String cluster, String gateway, int prefix, String dns) {}

  /**
   * Where machines run.
   *
   * @param usable by machines; Prism lists those that only hold disks as well
   */
  record Host(String uuid, String name, String cluster, long memoryMiB, boolean usable) {}

  /** Each cluster has two that share its memory, and one that no machine runs on. */
  List<Host> hosts() {
    var hosts = new ArrayList<Host>();
    for (var cluster : clusters.entrySet()) {
      for (var number = 1; number <= 3; number++) {
        var uuid = Ids.numbered(0x4057, hosts.size() + 1);
        var name = cluster.getValue() + "-host-" + number;
        hosts.add(new Host(uuid, name, cluster.getKey(), memoryMiB / 2, number < 3));
      }
    }
    return hosts;
  }

  record Category(String uuid, String key, String value) {}

  /** A machine that is gone and still listed. */
  private record Ghost(Vm vm, Instant until) {}

  Instant now() {
    return clock.instant();
  }

  String newUuid() {
    return Ids.numbered(0x1d, ++made);
  }

  void capacity(long mebibytes) {
    memoryMiB = mebibytes;
  }

  /** The next machine cannot be made, for this reason. */
  void failNext(String message) {
    nextFailure = message;
  }

  /** Machines cannot be removed, for this reason; for none they can. */
  void failRemovals(String message) {
    removalFailure = message;
  }

  Vm require(String uuid) {
    var vm = vms.get(uuid);
    if (vm == null) {
      throw Refused.missing("vm", uuid);
    }
    return vm;
  }

  /** As lists show it: what is new comes late, what is gone stays a while. */
  List<Vm> listed() {
    var now = now();
    ghosts.removeIf(ghost -> !now.isBefore(ghost.until()));
    var rows = new ArrayList<Vm>();
    vms.values().stream().filter(vm -> vm.listed(now)).forEach(rows::add);
    ghosts.forEach(ghost -> rows.add(ghost.vm()));
    return rows;
  }

  boolean used(String uuid) {
    return usedUuids.contains(uuid);
  }

  /** A UUID a client may choose: one that was kept for somebody. */
  boolean reserved(String uuid) {
    return reservations.values().stream().anyMatch(list -> list.contains(uuid));
  }

  List<String> reserve(String client, int count) {
    return reservations.computeIfAbsent(
        client,
        _ -> {
          var uuids = new ArrayList<String>();
          for (var i = 0; i < count; i++) {
            uuids.add(newUuid());
          }
          return uuids;
        });
  }

  /**
   * Begins to make a machine.
   *
   * @param keepFailed an intent that failed stays to be looked at
   */
  Tasks.Task create(String uuid, ObjectNode intent, Vm.Shape shape, boolean keepFailed) {
    var vm = new Vm(uuid, intent, shape, now());
    usedUuids.add(uuid);
    vms.put(uuid, vm);
    return tasks.begin(
        "vm",
        uuid,
        "create_vm_intentful",
        CREATE,
        () -> {
          try {
            requireLuck();
            if (shape.wantsPower()) {
              requireRoom(vm);
            }
          } catch (Refused full) {
            if (keepFailed) {
              vm.failed(full, now());
            } else {
              vms.remove(uuid);
            }
            throw full;
          }
          vm.made(now());
          if (shape.wantsPower()) {
            vm.power(true, now());
          }
        });
  }

  private void requireLuck() {
    var message = nextFailure;
    nextFailure = "";
    if (!message.isEmpty()) {
      throw new Refused(500, "ENTITY_SAVE_ERROR", message);
    }
  }

  long memoryMiB() {
    return memoryMiB;
  }

  long usedMemoryMiB() {
    return vms.values().stream().filter(Vm::on).mapToLong(vm -> vm.shape().memoryMiB()).sum();
  }

  private void requireRoom(Vm vm) {
    var used =
        vms.values().stream()
            .filter(other -> other.on() && other != vm)
            .mapToLong(other -> other.shape().memoryMiB())
            .sum();
    if (used + vm.shape().memoryMiB() > memoryMiB) {
      throw new Refused(
          422,
          "RESOURCE_SHORTAGE",
          "Cannot reserve %d MiB of memory for VM %s on the cluster: insufficient resources."
              .formatted(vm.shape().memoryMiB(), vm.shape().name()));
    }
  }

  /** Takes over another intent; a machine that should run and does not is started. */
  Tasks.Task change(Vm vm, ObjectNode intent, Vm.Shape shape) {
    requireIdle(vm);
    vm.change(intent, shape, now());
    vm.is(Vm.State.PENDING, now());
    return tasks.begin(
        "vm",
        vm.uuid,
        "update_vm_intentful",
        CHANGE,
        () -> {
          vm.is(Vm.State.COMPLETE, now());
          if (shape.wantsPower() != vm.on()) {
            vm.power(shape.wantsPower(), now());
          }
        });
  }

  Tasks.Task power(Vm vm, boolean on) {
    requireIdle(vm);
    return tasks.begin(
        "vm",
        vm.uuid,
        on ? "power_on_vm" : "power_off_vm",
        POWER,
        () -> {
          if (on) {
            requireRoom(vm);
          }
          if (vm.on() != on) {
            vm.power(on, now());
          }
        });
  }

  Tasks.Task delete(Vm vm) {
    requireIdle(vm);
    vm.is(Vm.State.DELETE_PENDING, now());
    return tasks.begin(
        "vm",
        vm.uuid,
        "delete_vm_intentful",
        DELETE,
        () -> {
          if (!removalFailure.isEmpty()) {
            vm.is(Vm.State.COMPLETE, now());
            throw new Refused(500, "INTERNAL_ERROR", removalFailure);
          }
          vanish(vm);
        });
  }

  private void requireIdle(Vm vm) {
    if (tasks.busy(vm.uuid)) {
      throw new Refused(
          409,
          "CONCURRENT_REQUESTS_NOT_ALLOWED",
          "Cannot process the request: another operation on vm " + vm.uuid + " is in progress.");
    }
  }

  /** Gone at once; lists show it a while. */
  void vanish(Vm vm) {
    if (vms.remove(vm.uuid) != null && vm.listed(now())) {
      ghosts.add(new Ghost(vm, now().plus(Vm.LIST_LAG)));
    }
  }

  Optional<Vm> named(String name) {
    return vms.values().stream().filter(vm -> vm.shape().name().equals(name)).findFirst();
  }

  Optional<Category> category(String key, String value) {
    return categories.stream()
        .filter(category -> category.key().equals(key) && category.value().equals(value))
        .findFirst();
  }

  /** Disks, kept UUIDs and what is left of failed intents, by names of their own. */
  Set<String> things() {
    var things = new TreeSet<String>();
    for (var vm : vms.values()) {
      if (vm.state() == Vm.State.ERROR) {
        things.add("failed intent " + vm.uuid);
      } else {
        vm.shape().disks().forEach(disk -> things.add("disk " + disk.uuid()));
      }
    }
    reservations.keySet().forEach(client -> things.add("reservation of " + client));
    return things;
  }
}
