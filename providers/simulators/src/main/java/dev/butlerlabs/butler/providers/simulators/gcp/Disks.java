package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.gcp.Operations.Order;
import java.time.Duration;
import java.util.ArrayList;

/** Disks, most of them made together with a machine. */
final class Disks {

  private static final Duration REMOVING = Duration.ofSeconds(4);

  private final Cloud cloud;
  private final Images images;

  Disks(Cloud cloud, Images images) {
    this.cloud = cloud;
    this.images = images;
  }

  /** Refuses an order for a machine whose disks cannot be made. */
  void check(String zone, ObjectNode body) {
    var ordered = body.path("disks");
    if (ordered.isEmpty() || !ordered.path(0).path("boot").asBoolean()) {
      throw Refused.invalid("resource.disks", "", "At least one boot disk must be specified.");
    }
    for (var i = 0; i < ordered.size(); i++) {
      var parameters = ordered.path(i).path("initializeParams");
      var at = "resource.disks[%d].initializeParams".formatted(i);
      if (parameters.isMissingNode()) {
        throw new Refused(400, "required", "Required field '" + at + "' not specified");
      }
      var type = parameters.path("diskType").asText();
      if (!type.isEmpty() && Catalogue.diskType(Names.last(type)).isEmpty()) {
        throw Refused.invalid(at + ".diskType", type, "The referenced resource does not exist.");
      }
      Labels.check(parameters.path("labels"));
      checkSize(at, parameters);
      var name = name(zone, body, parameters);
      if (cloud.store.has(name)) {
        throw Refused.alreadyExists(name);
      }
    }
  }

  private void checkSize(String at, JsonNode parameters) {
    var source = parameters.path("sourceImage").asText();
    if (source.isEmpty()) {
      if (!parameters.has("diskSizeGb")) {
        throw new Refused(400, "required", "Required field '" + at + ".diskSizeGb' not specified");
      }
      return;
    }
    var needed = images.resolve(source).path("diskSizeGb").asInt();
    if (parameters.has("diskSizeGb") && parameters.path("diskSizeGb").asInt() < needed) {
      throw Refused.invalid(
          at + ".diskSizeGb",
          parameters.path("diskSizeGb").asText(),
          "Requested disk size cannot be smaller than the image size (%d GB)".formatted(needed));
    }
  }

  private String name(String zone, JsonNode body, JsonNode parameters) {
    return cloud.zone(zone)
        + "/disks/"
        + parameters.path("diskName").asText(body.path("name").asText());
  }

  /** Makes them, and says in the machine's description which they are. */
  void make(String zone, String instance, ObjectNode body) {
    for (var ordered : body.path("disks")) {
      var parameters = ordered.path("initializeParams");
      var name = name(zone, body, parameters);
      var disk = Cloud.node().put("kind", "compute#disk").put("status", "READY");
      disk.put("zone", Names.link(cloud.zone(zone)));
      disk.put("type", parameters.path("diskType").asText("pd-standard"));
      disk.put("sizeGb", parameters.path("diskSizeGb").asText());
      if (parameters.has("labels")) {
        disk.set("labels", parameters.path("labels").deepCopy());
      }
      disk.putArray("users").add(Names.link(instance));
      cloud.store.put(name, disk);
      ((ObjectNode) ordered).put("source", Names.link(name));
      ((ObjectNode) ordered).put("diskSizeGb", parameters.path("diskSizeGb").asText());
      ((ObjectNode) ordered).remove("initializeParams");
    }
  }

  /** A machine has gone: some of its disks go along, the others are free. */
  void release(JsonNode instance) {
    for (var attached : instance.path("disks")) {
      var name = Names.resolve(cloud.project, attached.path("source").asText());
      if (attached.path("autoDelete").asBoolean()) {
        cloud.store.remove(name);
      } else {
        cloud.store.find(name).ifPresent(disk -> disk.remove("users"));
      }
    }
  }

  ObjectNode delete(String name, String requestId) {
    var order = new Order(Names.scope(name), "delete", name, requestId, REMOVING);
    var before = cloud.operations.repeated(order);
    if (before.isPresent()) {
      return before.get();
    }
    var disk = cloud.store.require(name);
    var users = new ArrayList<String>();
    disk.path("users").forEach(user -> users.add(user.asText()));
    if (!users.isEmpty()) {
      throw Refused.inUse(name, users.getFirst());
    }
    if (!cloud.operations.underway(name).isEmpty()) {
      throw Refused.notReady(name);
    }
    return cloud.operations.begin(order, () -> cloud.store.remove(name));
  }
}
