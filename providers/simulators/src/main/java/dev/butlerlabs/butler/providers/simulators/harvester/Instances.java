package dev.butlerlabs.butler.providers.simulators.harvester;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Running guests: scheduled, started, and in time heard of through their agent. */
final class Instances {

  private static final List<String> NODES = List.of("harvester-1", "harvester-2");
  private static final Pattern ADDRESS = Pattern.compile("(\\d+\\.\\d+\\.\\d+\\.\\d+)/\\d+");

  private final Sight sight;
  private final Map<String, String> read = new ConcurrentHashMap<>();
  private volatile boolean room = true;
  private int made;

  Instances(Sight sight) {
    this.sight = sight;
  }

  void room(boolean there) {
    room = there;
  }

  /** What the guest of that name read when it started. */
  String userDataRead(String name) {
    return read.getOrDefault(name, "");
  }

  boolean turn() {
    var all = sight.list(Kind.INSTANCE);
    var moved = false;
    for (var instance : all) {
      moved |= step(instance, all);
    }
    return moved;
  }

  private boolean step(ObjectNode instance, List<ObjectNode> all) {
    return switch (instance.at("/status/phase").asText()) {
      case "", "Pending" -> schedule(instance, all);
      case "Scheduling" -> phase(instance, "Scheduled");
      case "Scheduled" -> start(instance);
      case "Running" -> hear(instance);
      default -> false;
    };
  }

  private boolean phase(ObjectNode instance, String phase) {
    instance.withObjectProperty("status").put("phase", phase);
    sight.put(Kind.INSTANCE, instance);
    return true;
  }

  private boolean schedule(ObjectNode instance, List<ObjectNode> all) {
    var status = instance.withObjectProperty("status");
    if (!room) {
      if (status.path("reason").asText().equals("Unschedulable")) {
        return false;
      }
      status.put("reason", "Unschedulable");
      Store.condition(
          instance,
          Map.of(
              "type", "PodScheduled",
              "status", "False",
              "reason", "Unschedulable",
              "message", "0/2 nodes are available: 2 Insufficient memory."));
      sight.put(Kind.INSTANCE, instance);
      return true;
    }
    status.remove("reason");
    status.put("nodeName", node(instance, all));
    return phase(instance, "Scheduling");
  }

  /** The node with the fewest of those that this one would rather not share it with. */
  private static String node(JsonNode instance, List<ObjectNode> all) {
    var shunned =
        instance.at(
            "/spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/0"
                + "/podAffinityTerm/labelSelector/matchLabels");
    return NODES.stream()
        .min(
            Comparator.comparingLong(
                node ->
                    all.stream()
                        .filter(other -> other.at("/status/nodeName").asText().equals(node))
                        .filter(other -> labelled(other, shunned))
                        .count()))
        .orElseThrow();
  }

  private static boolean labelled(JsonNode instance, JsonNode labels) {
    var own = instance.at("/metadata/labels");
    return !labels.isMissingNode()
        && labels.properties().stream()
            .allMatch(label -> own.path(label.getKey()).equals(label.getValue()));
  }

  /** A guest whose Secret is missing does not start. */
  private boolean start(ObjectNode instance) {
    for (var volume : instance.at("/spec/volumes")) {
      var secret = volume.at("/cloudInitNoCloud/secretRef/name");
      if (!secret.isMissingNode()) {
        var text = text(secret, "userdata");
        if (text.isEmpty()) {
          return false;
        }
        read.put(Store.name(instance), text.get());
      }
    }
    made++;
    var generated = "02:00:00:00:%02x:%02x".formatted(made / 256, made % 256);
    var ordered = instance.at("/spec/domain/devices/interfaces/0/macAddress").asText();
    instance
        .withObjectProperty("status")
        .putArray("interfaces")
        .addObject()
        .put("name", instance.at("/spec/networks/0/name").asText())
        .put("mac", ordered.isEmpty() ? generated : ordered)
        .put("infoSource", "domain, multus-status");
    return phase(instance, "Running");
  }

  private Optional<String> text(JsonNode secret, String key) {
    return sight
        .find(Kind.SECRET, secret.asText())
        .map(found -> found.at("/data/" + key).asText())
        .map(data -> new String(Base64.getDecoder().decode(data), UTF_8));
  }

  /** The agent tells every card of the guest, those of its own making too. */
  private boolean hear(ObjectNode instance) {
    for (var condition : instance.at("/status/conditions")) {
      if (condition.path("type").asText().equals("AgentConnected")) {
        return false;
      }
    }
    var address =
        fixedAddress(instance).orElse("10.20.%d.%d".formatted(made / 200, made % 200 + 2));
    var cards = instance.withObjectProperty("status").withArrayProperty("interfaces");
    ((ObjectNode) cards.get(0))
        .put("ipAddress", address)
        .put("interfaceName", "eth0")
        .put("infoSource", "domain, guest-agent, multus-status")
        .putArray("ipAddresses")
        .add(address)
        .add("fe80::1");
    cards
        .addObject()
        .put("interfaceName", "cilium_host")
        .put("ipAddress", "10.244.0.1")
        .put("mac", "02:ff:00:00:00:01")
        .put("infoSource", "guest-agent")
        .putArray("ipAddresses")
        .add("10.244.0.1");
    Store.condition(instance, Map.of("type", "AgentConnected", "status", "True"));
    sight.put(Kind.INSTANCE, instance);
    return true;
  }

  private Optional<String> fixedAddress(JsonNode instance) {
    for (var volume : instance.at("/spec/volumes")) {
      var secret = volume.at("/cloudInitNoCloud/networkDataSecretRef/name");
      if (!secret.isMissingNode()) {
        return text(secret, "networkdata")
            .map(ADDRESS::matcher)
            .filter(Matcher::find)
            .map(found -> found.group(1));
      }
    }
    return Optional.empty();
  }
}
