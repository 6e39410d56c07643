package dev.butlerlabs.butler.providers.proxmox.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.http.Call;
import dev.butlerlabs.butler.providers.http.Form;
import dev.butlerlabs.butler.providers.proxmox.machines.ClusterView.Guest;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MacAddress;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.UsableAddresses;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The calls a machine's life is made of, each in Proxmox's terms. */
final class ProxmoxApi {

  private final ProxmoxClient client;

  ProxmoxApi(ProxmoxClient client) {
    this.client = client;
  }

  /** How a task stands; {@code exit} is OK or what went wrong, and empty while it runs. */
  record Task(String exit, @Nullable Instant ended) {

    boolean running() {
      return exit.isEmpty();
    }

    /** A task that warned did what it was for. */
    boolean failed() {
      return !running() && !exit.equals("OK") && !exit.startsWith("WARNINGS");
    }
  }

  String version() throws Trouble {
    return client.get("look at the version of Proxmox", "/version").path("version").asText();
  }

  JsonNode permissions() throws Trouble {
    return client.get("look at the permissions of the account", "/access/permissions");
  }

  ClusterView cluster() throws Trouble {
    return ClusterView.of(client.get("list what is on the cluster", "/cluster/resources"));
  }

  /** The bridges of a node, and networks that are used like bridges, that the account may use. */
  List<String> bridges(String node) throws Trouble {
    var rows =
        client.get(
            "list the bridges of node " + node,
            "/nodes/" + node + "/network",
            Map.of("type", "any_bridge"));
    var names = new ArrayList<String>();
    rows.forEach(row -> names.add(row.path("iface").asText()));
    return names.stream().sorted().toList();
  }

  int nextId() throws Trouble {
    return client.get("ask for a free number", "/cluster/nextid").asInt();
  }

  /** Empty when the machine went away meanwhile, which Proxmox calls an error. */
  Optional<GuestConfig> findConfig(Guest guest) throws Trouble {
    try {
      return Optional.of(
          GuestConfig.of(
              client.get("look at the configuration of " + text(guest), at(guest) + "/config")));
    } catch (Trouble trouble) {
      if (trouble.fault() instanceof Fault.NotFound) {
        return Optional.empty();
      }
      throw trouble;
    }
  }

  /**
   * The same, and empty as well when that node is silent, cannot be reached from the one we ask, or
   * left the cluster: the machine may be on another by now.
   */
  Optional<GuestConfig> findConfigIfReached(Guest guest) throws Trouble {
    try {
      return findConfig(guest);
    } catch (Trouble trouble) {
      if (trouble.fault() instanceof Fault.Unavailable) {
        return Optional.empty();
      }
      throw trouble;
    }
  }

  boolean running(Guest guest) throws Trouble {
    return client
        .get("look at " + text(guest), at(guest) + "/status/current")
        .path("status")
        .asText()
        .equals("running");
  }

  /** How long it has been running; nothing while it is off. */
  Duration uptime(Guest guest) throws Trouble {
    return Duration.ofSeconds(
        client
            .get("look at " + text(guest), at(guest) + "/status/current")
            .path("uptime")
            .asLong());
  }

  /** Begins a full clone; the answer names the task. */
  String clone(Guest template, MachineId id, Note note, String storage, String description)
      throws Trouble {
    var fields = new LinkedHashMap<String, String>();
    fields.put("newid", Integer.toString(note.vmid()));
    fields.put("name", id.name());
    fields.put("full", "1");
    fields.put("storage", storage);
    fields.put("description", description);
    if (!note.node().equals(template.node())) {
      fields.put("target", note.node());
    }
    return client
        .post(
            "clone template %d to machine %s, vm %d on %s"
                .formatted(template.vmid(), id, note.vmid(), note.node()),
            at(template) + "/clone",
            fields)
        .asText();
  }

  void resize(Guest guest, String disk, int gib) throws Trouble {
    client.put(
        "grow disk %s of %s to %d GiB".formatted(disk, text(guest), gib),
        at(guest) + "/resize",
        Map.of("disk", disk, "size", gib + "G"));
  }

  void configure(Guest guest, Map<String, String> fields) throws Trouble {
    client.put("configure " + text(guest), at(guest) + "/config", fields);
  }

  void start(Guest guest) throws Trouble {
    client.post("start " + text(guest), at(guest) + "/status/start", Map.of());
  }

  void stop(Guest guest) throws Trouble {
    client.post("stop " + text(guest), at(guest) + "/status/stop", Map.of());
  }

  void destroy(Guest guest) throws Trouble {
    client.delete("remove " + text(guest), at(guest) + "?purge=1&destroy-unreferenced-disks=1");
  }

  /** A task that Proxmox no longer knows, or its node, has ended, nobody knows how. */
  Task task(String upid) throws Trouble {
    try {
      var path = "/nodes/" + nodeOf(upid) + "/tasks/" + Form.encode(upid) + "/status";
      var data = client.get("look at a task", path);
      var running = data.path("status").asText().equals("running");
      return new Task(running ? "" : data.path("exitstatus").asText("unknown"), null);
    } catch (Trouble trouble) {
      if (trouble.fault() instanceof Fault.NotFound || left(trouble, nodeOf(upid))) {
        return new Task("unknown", null);
      }
      throw trouble;
    }
  }

  /** Whether the call failed because its node is none of the cluster's any more. */
  boolean left(Trouble trouble, String node) throws Trouble {
    return trouble.nodeUnknown() && !cluster().has(node);
  }

  /** The newest task of a kind about a machine. */
  Optional<Task> lastTask(String node, int vmid, String type) throws Trouble {
    var rows =
        client.get(
            "look at the tasks of vm " + vmid,
            "/nodes/" + node + "/tasks",
            Map.of(
                "vmid", Integer.toString(vmid), "typefilter", type, "limit", "1", "source", "all"));
    return rows.isEmpty() ? Optional.empty() : Optional.of(listed(rows.get(0)));
  }

  private static Task listed(JsonNode row) {
    return row.has("endtime")
        ? new Task(
            row.path("status").asText("?"), Instant.ofEpochSecond(row.path("endtime").asLong()))
        : new Task("", null);
  }

  /**
   * What the guest agent says of the card with that hardware address; nothing while it is silent.
   */
  List<String> addresses(Guest guest, Optional<MacAddress> mac) throws Trouble {
    try {
      var result =
          client
              .get(
                  "ask the guest agent of " + text(guest),
                  at(guest) + "/agent/network-get-interfaces")
              .path("result");
      var found = new ArrayList<String>();
      for (var card : result) {
        var its = MacAddress.parse(card.path("hardware-address").asText(""));
        if (mac.isEmpty() || its.equals(mac)) {
          card.path("ip-addresses").forEach(ip -> found.add(ip.path("ip-address").asText()));
        }
      }
      return UsableAddresses.of(found);
    } catch (Trouble trouble) {
      return switch (trouble.fault()) {
        case Fault.Busy _, Fault.Failed _, Fault.NotFound _ -> List.of();
        default -> throw trouble;
      };
    }
  }

  /** The volume with that file, on that storage of that node. */
  Optional<String> findVolume(String node, String storage, String file) throws Trouble {
    var rows =
        client.get(
            "look for " + file + " on storage " + storage,
            "/nodes/%s/storage/%s/content".formatted(node, storage),
            Map.of("content", "iso"));
    for (var row : rows) {
      if (row.path("volid").asText().endsWith("/" + file)) {
        return Optional.of(row.path("volid").asText());
      }
    }
    return Optional.empty();
  }

  void upload(String node, String storage, String file, ByteBuffer content, List<SecretText> hidden)
      throws Trouble {
    client.send(
        Call.of(
                "upload " + file + " to storage " + storage,
                "POST",
                "/nodes/%s/storage/%s/upload".formatted(node, storage))
            .sending(new Call.Body.Upload(Map.of("content", "iso"), "filename", file, content))
            .hiding(hidden));
  }

  void deleteVolume(String node, String volume) throws Trouble {
    var storage = volume.substring(0, volume.indexOf(':'));
    client.delete(
        "remove " + volume,
        "/nodes/%s/storage/%s/content/%s".formatted(node, storage, Form.encode(volume)));
  }

  /** The second field of a task's name is the node it runs on. */
  private static String nodeOf(String upid) {
    var fields = upid.split(":", 3);
    return fields.length > 1 ? fields[1] : "";
  }

  static String text(Guest guest) {
    return "vm " + guest.vmid() + " on " + guest.node();
  }

  private static String at(Guest guest) {
    return "/nodes/" + guest.node() + "/qemu/" + guest.vmid();
  }
}
