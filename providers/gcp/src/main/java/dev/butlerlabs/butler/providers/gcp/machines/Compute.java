package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.http.Form;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls of Compute Engine that machines need, in one project and region. */
final class Compute {

  private final GcpClient client;
  private final String project;
  private final String region;

  Compute(GcpClient client, String project, String region) {
    this.client = client;
    this.project = project;
    this.region = region;
  }

  String project() {
    return project;
  }

  String region() {
    return region;
  }

  private String path(String rest) {
    return "/compute/v1/projects/" + project + "/" + rest;
  }

  private String zonal(String zone, String rest) {
    return path("zones/" + zone + "/" + rest);
  }

  JsonNode projectItself() throws Trouble {
    return client.get("look at project " + project, "/compute/v1/projects/" + Form.encode(project));
  }

  JsonNode regionItself() throws Trouble {
    return client.get("look at region " + region, path("regions/" + Form.encode(region)));
  }

  /** Zones of the region. */
  List<String> zones() throws Trouble {
    var zones = new ArrayList<String>();
    regionItself().path("zones").forEach(link -> zones.add(Instance.last(link.asText())));
    zones.sort(null);
    return zones;
  }

  Optional<Instance> findInstance(String zone, String name) throws Trouble {
    return client
        .find(
            "look at instance " + name + " in " + zone,
            zonal(zone, "instances/" + Form.encode(name)))
        .map(Instance::new);
  }

  /** Machines of the region that a filter finds; the list may be some seconds late. */
  List<Instance> instances(String what, String filter) throws Trouble {
    return aggregated(what, "instances", filter).stream()
        .map(Instance::new)
        .filter(instance -> instance.zone().startsWith(region + "-"))
        .toList();
  }

  List<JsonNode> disks(String what, String filter) throws Trouble {
    return aggregated(what, "disks", filter);
  }

  private List<JsonNode> aggregated(String what, String kind, String filter) throws Trouble {
    var found = new ArrayList<JsonNode>();
    for (var page : client.pages(what, path("aggregated/" + kind), Map.of("filter", filter))) {
      page.path("items").forEach(scope -> scope.path(kind).forEach(found::add));
    }
    return found;
  }

  Operation insert(Note note, String uid, JsonNode body, List<SecretText> secrets) throws Trouble {
    var name = body.path("name").asText();
    return new Operation(
        client.post(
            "make instance %s in %s".formatted(name, note.zone()),
            zonal(note.zone(), "instances?requestId=" + note.requestId("insert", uid)),
            body,
            secrets));
  }

  Operation start(Instance instance, boolean asleep) throws Trouble {
    return new Operation(
        client.post(
            "start " + instance,
            zonal(
                instance.zone(),
                "instances/" + instance.number() + (asleep ? "/resume" : "/start"))));
  }

  /** By number: a machine that somebody else gives the same name meanwhile is not meant. */
  Operation delete(Instance instance, Note note, String uid) throws Trouble {
    return new Operation(
        client.delete(
            "remove " + instance,
            zonal(
                instance.zone(),
                "instances/%s?requestId=%s"
                    .formatted(instance.number(), note.requestId("delete", uid)))));
  }

  void deleteDisk(JsonNode disk) throws Trouble {
    var zone = Instance.last(disk.path("zone").asText());
    client.delete(
        "remove disk " + disk.path("name").asText(),
        zonal(zone, "disks/" + Form.encode(disk.path("name").asText())));
  }

  /** The last operation of a note: by its name, or by the number of the request that began it. */
  Optional<Operation> operation(Note note, String uid) throws Trouble {
    var what = "look at the operations in " + note.zone();
    if (!note.operation().isEmpty()) {
      return client
          .find(what, zonal(note.zone(), "operations/" + Form.encode(note.operation())))
          .map(Operation::new);
    }
    var filter = "clientOperationId = \"%s\"".formatted(note.requestId("insert", uid));
    var found = new ArrayList<Operation>();
    var query = Map.of("filter", filter);
    for (var page : client.pages(what, zonal(note.zone(), "operations"), query)) {
      page.path("items").forEach(item -> found.add(new Operation(item)));
    }
    return found.stream().findFirst();
  }

  Optional<JsonNode> machineType(String zone, String name) throws Trouble {
    return client.find(
        "look at machine type " + name, zonal(zone, "machineTypes/" + Form.encode(name)));
  }

  Optional<JsonNode> diskType(String zone, String name) throws Trouble {
    return client.find("look at disk type " + name, zonal(zone, "diskTypes/" + Form.encode(name)));
  }

  /**
   * An image or, with {@code family/} before the name, the newest of a family.
   *
   * @param owner the project it is in
   */
  Optional<JsonNode> image(String owner, String name) throws Trouble {
    var encoded =
        name.startsWith("family/")
            ? "family/" + Form.encode(name.substring("family/".length()))
            : Form.encode(name);
    return client.find(
        "look at image " + name,
        "/compute/v1/projects/%s/global/images/%s".formatted(Form.encode(owner), encoded));
  }

  /** A network, subnetwork or whatever else has this name below the project. */
  Optional<JsonNode> find(String name) throws Trouble {
    return client.find("look at " + name, "/compute/v1/" + name);
  }
}
