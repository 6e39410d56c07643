package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.gcp.Operations.Order;
import dev.butlerlabs.butler.providers.simulators.gcp.Operations.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Machines: made, started, stopped by hand, and taken away with their disks. */
final class Instances {

  private static final Duration MAKING = Duration.ofSeconds(12);
  private static final Duration STARTING = Duration.ofSeconds(8);
  private static final Duration REMOVING = Duration.ofSeconds(15);

  private final Cloud cloud;
  private final Disks disks;
  private final Cards cards;

  Instances(Cloud cloud, Disks disks) {
    this.cloud = cloud;
    this.disks = disks;
    this.cards = new Cards(cloud);
  }

  private String name(String zone, JsonNode body) {
    return cloud.zone(zone) + "/instances/" + body.path("name").asText();
  }

  ObjectNode insert(String zone, ObjectNode body, String requestId) {
    var name = name(zone, body);
    var order = new Order("zones/" + zone, "insert", name, requestId, MAKING);
    var before = cloud.operations.repeated(order);
    if (before.isPresent()) {
      return before.get();
    }
    if (cloud.store.has(name) || !cloud.operations.underway(name).isEmpty()) {
      throw Refused.alreadyExists(name);
    }
    check(zone, body);
    cloud.requireRoom("INSTANCES", 1);
    return cloud.operations.begin(
        order,
        new Work() {
          @Override
          public void begin() {
            provision(zone, name, body);
          }

          @Override
          public void finish() {
            boot(name);
          }
        });
  }

  private void check(String zone, ObjectNode body) {
    if (Catalogue.machineType(Names.last(body.path("machineType").asText())).isEmpty()) {
      throw Refused.invalid(
          "resource.machineType",
          body.path("machineType").asText(),
          "The referenced resource does not exist.");
    }
    Labels.check(body.path("labels"));
    disks.check(zone, body);
    cards.check(body);
    var keys = new ArrayList<String>();
    body.path("metadata").path("items").forEach(item -> keys.add(item.path("key").asText()));
    if (keys.stream().distinct().count() < keys.size()) {
      throw Refused.invalid("resource.metadata.items", keys.toString(), "Duplicate metadata key.");
    }
  }

  private void provision(String zone, String name, ObjectNode body) {
    cloud.requireRoom("CPUS", Catalogue.cpus(body.path("machineType").asText()));
    if (cloud.full.contains(zone)) {
      throw new Refused(
          503,
          "zoneResourcePoolExhausted",
          "The zone '%s' does not have enough resources available to fulfill the request. Try a different zone, or try again later."
              .formatted(cloud.zone(zone)));
    }
    cards.connect(body);
    disks.make(zone, name, body);
    body.put("kind", "compute#instance").put("status", "PROVISIONING");
    body.put("zone", Names.link(cloud.zone(zone)));
    cloud.store.put(name, body);
  }

  private void boot(String name) {
    var instance = cloud.store.require(name);
    instance.put("status", "RUNNING").put("lastStartTimestamp", cloud.clock.instant().toString());
    instance
        .path("metadata")
        .path("items")
        .forEach(
            item -> {
              if (item.path("key").asText().equals("user-data")) {
                cloud.read.put(name, item.path("value").asText());
              }
            });
  }

  ObjectNode start(String name, String requestId, String from, String verb) {
    var instance = cloud.store.require(name);
    var full = full(name, instance);
    var order = new Order(Names.scope(full), verb, full, requestId, STARTING);
    var before = cloud.operations.repeated(order);
    if (before.isPresent()) {
      return before.get();
    }
    if (cloud.operations.underway(full).contains(verb)) {
      throw Refused.notReady(full);
    }
    if (!instance.path("status").asText().matches(from + "|RUNNING")) {
      throw new Refused(
          400, "invalid", "Instance '%s' is in state %s".formatted(full, instance.path("status")));
    }
    return cloud.operations.begin(order, () -> boot(full));
  }

  ObjectNode delete(String name, String requestId) {
    // A repeated request is known by its number also when the machine has gone.
    var order = new Order(Names.scope(name), "delete", name, requestId, REMOVING);
    var before = cloud.operations.repeated(order);
    if (before.isPresent()) {
      return before.get();
    }
    var instance = cloud.store.require(name);
    var full = full(name, instance);
    if (instance.path("deletionProtection").asBoolean()) {
      throw new Refused(
          400, "invalid", "Resource cannot be deleted if it's protected against deletion.");
    }
    if (!cloud.operations.underway(full).isEmpty()) {
      throw Refused.notReady(full);
    }
    instance.put("status", "STOPPING");
    return cloud.operations.begin(
        new Order(order.scope(), "delete", full, requestId, REMOVING), () -> vanish(full));
  }

  private static String full(String name, JsonNode instance) {
    return Names.folder(name) + instance.path("name").asText();
  }

  /** Gone, with the disks that go along. */
  void vanish(String name) {
    var instance = cloud.store.require(name);
    cloud.store.remove(name);
    cloud.read.remove(name);
    disks.release(instance);
  }

  /** By hand: all disks of one machine hang on another. */
  void moveDisks(String from, String to) {
    var taken = cloud.store.require(from).withArrayProperty("disks");
    var held = cloud.store.require(to).withArrayProperty("disks");
    for (var attached : taken) {
      held.add(((ObjectNode) attached).put("autoDelete", false));
      cloud
          .store
          .require(Names.resolve(cloud.project, attached.path("source").asText()))
          .putArray("users")
          .add(Names.link(to));
    }
    taken.removeAll();
  }

  List<String> all() {
    return cloud.store.names("instances");
  }
}
