package dev.butlerlabs.butler.providers.simulators.gcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.gcp.Operations.Order;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The parts of load balancers: addresses, health checks, groups, services and rules. */
final class Balancing {

  private static final Duration TAKES = Duration.ofSeconds(4);

  private final Cloud cloud;
  private final TreeMap<String, Set<String>> members = new TreeMap<>();
  private int addresses;

  Balancing(Cloud cloud) {
    this.cloud = cloud;
  }

  /**
   * Makes a part.
   *
   * @param folder full name of the collection it goes to
   */
  ObjectNode insert(String folder, ObjectNode body, String requestId) {
    var name = folder + "/" + body.path("name").asText();
    var order = new Order(Names.scope(name), "insert", name, requestId, TAKES);
    var before = cloud.operations.repeated(order);
    if (before.isPresent()) {
      return before.get();
    }
    if (!body.path("name").asText().matches("[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?")) {
      throw Refused.invalid("resource.name", body.path("name").asText(), "Must be RFC 1035.");
    }
    if (cloud.store.has(name) || !cloud.operations.underway(name).isEmpty()) {
      throw Refused.alreadyExists(name);
    }
    Labels.check(body.path("labels"));
    check(Names.kind(name), body);
    return cloud.operations.begin(order, () -> make(name, body));
  }

  private void check(String kind, ObjectNode body) {
    switch (kind) {
      case "addresses" -> cloud.requireRoom("STATIC_ADDRESSES", 1);
      case "healthChecks" -> {
        if (!body.path("type").asText().equals("TCP")
            || !body.path("tcpHealthCheck").path("port").isInt()) {
          throw Refused.invalid("resource.tcpHealthCheck.port", "", "A TCP check needs a port.");
        }
      }
      case "backendServices" -> {
        body.path("healthChecks").forEach(link -> require(link.asText()));
        if (body.path("healthChecks").size() != 1) {
          throw Refused.invalid("resource.healthChecks", "", "Exactly one must be specified.");
        }
        for (var backend : body.path("backends")) {
          require(backend.path("group").asText());
          if (!backend.path("balancingMode").asText().equals("CONNECTION")) {
            throw Refused.invalid(
                "resource.backends[0].balancingMode",
                backend.path("balancingMode").asText(),
                "Passthrough balancers count connections.");
          }
        }
      }
      case "forwardingRules" -> {
        require(body.path("backendService").asText());
        if (addressOf(body.path("IPAddress").asText()).isEmpty()) {
          throw Refused.invalid(
              "resource.IPAddress", body.path("IPAddress").asText(), "It is not reserved.");
        }
      }
      default -> {}
    }
  }

  private ObjectNode require(String link) {
    return cloud.store.require(Names.resolve(cloud.project, link));
  }

  private Optional<ObjectNode> addressOf(String text) {
    return cloud.store.names("addresses").stream()
        .map(cloud.store::require)
        .filter(
            address ->
                address.path("address").asText().equals(text)
                    || address.path("selfLink").asText().endsWith(text))
        .findFirst();
  }

  private void make(String name, ObjectNode body) {
    switch (Names.kind(name)) {
      case "addresses" ->
          body.put("address", "34.76.0." + (10 + addresses++ % 200)).put("status", "RESERVED");
      case "instanceGroups" -> body.put("size", 0);
      case "backendServices" -> body.put("fingerprint", fingerprint(body));
      default -> {}
    }
    if (Names.scope(name).startsWith("zones/")) {
      body.put("zone", Names.link(cloud.zone(Names.scope(name).substring("zones/".length()))));
    }
    cloud.store.put(name, body);
  }

  ObjectNode delete(String name, String requestId) {
    var order = new Order(Names.scope(name), "delete", name, requestId, TAKES);
    var before = cloud.operations.repeated(order);
    if (before.isPresent()) {
      return before.get();
    }
    var resource = cloud.store.require(name);
    for (var kind : List.of("forwardingRules", "backendServices")) {
      for (var user : cloud.store.names(kind)) {
        if (!user.equals(name) && uses(cloud.store.require(user), resource)) {
          throw Refused.inUse(name, user);
        }
      }
    }
    if (!cloud.operations.underway(name).isEmpty()) {
      throw Refused.notReady(name);
    }
    return cloud.operations.begin(
        order,
        () -> {
          cloud.store.remove(name);
          members.remove(name);
        });
  }

  private static boolean uses(JsonNode user, JsonNode used) {
    var link = used.path("selfLink").asText().replaceFirst("^.*/projects/", "projects/");
    var address = used.path("address").asText();
    return user.toString().contains(link + "\"")
        || (!address.isEmpty() && user.path("IPAddress").asText().equals(address));
  }

  /** Of what it leads to: a change of that makes another. */
  private static String fingerprint(JsonNode service) {
    var led = service.path("backends").toString().getBytes(UTF_8);
    return Base64.getEncoder()
        .encodeToString(Integer.toHexString(Arrays.hashCode(led)).getBytes(UTF_8));
  }

  /** Changes fields; the operation is called after the verb. */
  ObjectNode patch(String name, ObjectNode body, String requestId) {
    var known = cloud.store.require(name);
    var service = Names.kind(name).equals("backendServices");
    if (service && !known.path("fingerprint").equals(body.path("fingerprint"))) {
      throw new Refused(412, "conditionNotMet", "Supplied fingerprint does not match current one.");
    }
    body.path("backends").forEach(backend -> require(backend.path("group").asText()));
    return cloud.operations.begin(
        new Order(Names.scope(name), "patch", name, requestId, TAKES),
        () -> {
          var changed = cloud.store.require(name);
          changed.setAll(body);
          if (service) {
            changed.put("fingerprint", fingerprint(changed));
          }
        });
  }

  /** All balancers are as if they had been made for that zone alone. */
  void onlyIn(String zone) {
    for (var name : cloud.store.names("backendServices")) {
      var service = cloud.store.require(name);
      var kept = Cloud.node().putArray("backends");
      for (var backend : service.path("backends")) {
        if (backend.path("group").asText().contains("zones/" + zone + "/")) {
          kept.add(backend);
        }
      }
      service.set("backends", kept);
      service.put("fingerprint", fingerprint(service));
    }
    for (var group : List.copyOf(cloud.store.names("instanceGroups"))) {
      if (!Names.scope(group).equals("zones/" + zone)) {
        cloud.store.remove(group);
        members.remove(group);
      }
    }
  }

  /** Machines join a group or leave it. */
  ObjectNode change(String name, boolean join, JsonNode body, String requestId) {
    cloud.store.require(name);
    var held = members(name);
    var links = new TreeSet<String>();
    for (var reference : body.path("instances")) {
      var link = require(reference.path("instance").asText()).path("selfLink").asText();
      if (!link.contains("/" + Names.scope(name) + "/")) {
        throw Refused.invalid("resource.instances", link, "It is in another zone.");
      }
      if (held.contains(link) == join) {
        throw new Refused(
            400,
            join ? "memberAlreadyExists" : "memberNotFound",
            "'%s' and '%s'".formatted(link, name));
      }
      links.add(link);
    }
    var type = join ? "addInstances" : "removeInstances";
    return cloud.operations.begin(
        new Order(Names.scope(name), type, name, requestId, TAKES),
        () -> {
          var now = members.computeIfAbsent(name, _ -> new TreeSet<>());
          if (join) {
            now.addAll(links);
          } else {
            now.removeAll(links);
          }
          cloud.store.require(name).put("size", members(name).size());
        });
  }

  /** A machine that has gone is in no group. */
  Set<String> members(String group) {
    var held = new TreeSet<>(members.getOrDefault(group, Set.of()));
    held.removeIf(link -> !cloud.store.has(Names.resolve(cloud.project, link)));
    return held;
  }

  /** What a rule leads to, as "6443 to NAME" for each machine. */
  List<String> serving(ObjectNode rule) {
    var port = rule.path("ports").path(0).asText();
    return require(rule.path("backendService").asText())
        .path("backends")
        .valueStream()
        .map(backend -> Names.resolve(cloud.project, backend.path("group").asText()))
        .flatMap(group -> members(group).stream())
        .map(machine -> port + " to " + Names.last(machine))
        .toList();
  }

  ObjectNode listed(String group, Map<String, String> query) {
    cloud.store.require(group);
    var all = new LinkedHashMap<String, ObjectNode>();
    members(group)
        .forEach(
            link -> all.put(link, Cloud.node().put("instance", link).put("status", "RUNNING")));
    var page = new Listing(cloud.pageSize).page(all, query);
    var shown = Cloud.node().put("kind", "compute#instanceGroupsListInstances");
    page.items().values().forEach(shown.putArray("items")::add);
    return page.next().isEmpty() ? shown : shown.put("nextPageToken", page.next());
  }
}
