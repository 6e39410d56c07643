package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.http.Form;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Prism Central's v3 API: the calls a machine's life is made of, and what they refer to. */
final class V3Api implements Catalogue {

  private static final String BASE = "/api/nutanix/v3";
  private static final int PAGE = 200;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrismClient client;

  V3Api(PrismClient client) {
    this.client = client;
  }

  PrismClient client() {
    return client;
  }

  @Override
  public String version() throws Trouble {
    return client
        .get("look at the version of Prism Central", BASE + "/prism_central")
        .path("resources")
        .path("version")
        .asText("");
  }

  @Override
  public Optional<Thing> cluster(String uuidOrName) throws Trouble {
    return one("cluster", uuidOrName)
        .map(body -> new Thing(uuid(body), body.path("status").path("name").asText()));
  }

  @Override
  public Optional<Subnet> subnet(String uuidOrName) throws Trouble {
    return one("subnet", uuidOrName).map(V3Api::subnet);
  }

  private static Subnet subnet(JsonNode body) {
    var config = body.path("status").path("resources").path("ip_config");
    var servers = new ArrayList<String>();
    config
        .path("dhcp_options")
        .path("domain_name_server_list")
        .forEach(server -> servers.add(server.asText()));
    return new Subnet(
        uuid(body),
        body.path("status").path("name").asText(),
        config.path("default_gateway_ip").asText(""),
        config.path("prefix_length").asInt(0),
        servers);
  }

  @Override
  public Optional<Image> image(String uuidOrName) throws Trouble {
    return one("image", uuidOrName)
        .map(
            body ->
                new Image(
                    uuid(body),
                    body.path("status").path("name").asText(),
                    body.path("status").path("resources").path("size_bytes").asLong(0)));
  }

  /** v3 has no call that looks for one. */
  @Override
  public Optional<Thing> container(String uuidOrName) {
    return Catalogue.isUuid(uuidOrName)
        ? Optional.of(new Thing(uuidOrName, uuidOrName))
        : Optional.empty();
  }

  @Override
  public Room room(String cluster, Instant now) throws Trouble {
    return V3Room.of(this, cluster);
  }

  private Optional<JsonNode> one(String kind, String uuidOrName) throws Trouble {
    var what = "look for %s %s".formatted(kind, uuidOrName);
    if (Catalogue.isUuid(uuidOrName)) {
      return client.find(what, BASE + "/" + kind + "s/" + uuidOrName);
    }
    var found = named(what, kind, uuidOrName, "name");
    if (found.size() > 1) {
      throw new Trouble(
          new Fault.Invalid(
              what,
              "the name of the " + kind,
              found.size() + " have this name; write the UUID of the one that is meant"));
    }
    return found.stream().findFirst();
  }

  /** Machines of that name, as lists show them: some seconds late. */
  List<V3Vm> vms(String name) throws Trouble {
    return named("look for machines called " + name, "vm", name, "vm_name").stream()
        .map(V3Vm::new)
        .toList();
  }

  /** Prism reads the value of a filter as a pattern, so the names are compared again. */
  private List<JsonNode> named(String what, String kind, String name, String attribute)
      throws Trouble {
    // Other characters mean something in filters; then everything is looked through.
    var filter = name.matches("[A-Za-z0-9 _.-]+") ? attribute + "==" + name : "";
    return all(what, kind, filter).stream()
        .filter(entity -> entity.path("status").path("name").asText().equals(name))
        .toList();
  }

  /**
   * Everything of a kind that the account is shown.
   *
   * @param filter or empty
   */
  List<JsonNode> all(String what, String kind, String filter) throws Trouble {
    var found = new ArrayList<JsonNode>();
    var total = 1;
    var seen = 0;
    while (seen < total) {
      var request = JSON.createObjectNode().put("kind", kind);
      request.put("length", PAGE).put("offset", seen);
      if (!filter.isEmpty()) {
        request.put("filter", filter);
      }
      var page = client.post(what, BASE + "/" + kind + "s/list", request, List.of());
      total = page.path("metadata").path("total_matches").asInt(0);
      // A page may hold less than was asked for; one that is empty is the last.
      seen = page.path("entities").isEmpty() ? total : seen + page.path("entities").size();
      page.path("entities").forEach(found::add);
    }
    return found;
  }

  Optional<V3Vm> vm(String uuid) throws Trouble {
    return client.find("look at vm " + uuid, BASE + "/vms/" + uuid).map(V3Vm::new);
  }

  /** The UUID Prism keeps for this owner. */
  Optional<String> reserved(String owner) throws Trouble {
    return client
        .find("look for the UUID kept for " + owner, identifier(owner))
        .map(body -> body.path("uuid_list").path(0).asText(""))
        .filter(uuid -> !uuid.isEmpty());
  }

  /** Asks Prism to keep a UUID for this owner. */
  String reserve(String owner) throws Trouble {
    var request = JSON.createObjectNode().put("client_identifier", owner).put("count", 1);
    var what = "reserve a UUID for " + owner;
    var uuid =
        client
            .post(what, BASE + "/idempotence_identifiers", request, List.of())
            .path("uuid_list")
            .path(0)
            .asText("");
    if (!Catalogue.isUuid(uuid)) {
      throw new Trouble(new Fault.Unavailable(what, "the answer holds no UUID"));
    }
    return uuid;
  }

  /** Another UUID for this owner than the one that was spent. */
  String reserveAnew(String owner, String spent) throws Trouble {
    var kept = reserved(owner);
    if (kept.isPresent() && !kept.get().equals(spent)) {
      return kept.get();
    }
    if (kept.isPresent()) {
      release(owner);
    }
    return reserve(owner);
  }

  void release(String owner) throws Trouble {
    try {
      client.delete("release the UUID kept for " + owner, identifier(owner));
    } catch (Trouble trouble) {
      if (!(trouble.fault() instanceof Fault.NotFound)) {
        throw trouble;
      }
    }
  }

  private static String identifier(String owner) {
    return BASE + "/idempotence_identifiers/" + Form.encode(owner);
  }

  void create(String what, JsonNode intent, List<SecretText> hidden) throws Trouble {
    client.post(what, BASE + "/vms", intent, hidden);
  }

  void switchOn(V3Vm vm, String what, List<SecretText> hidden) throws Trouble {
    client.put(what, BASE + "/vms/" + vm.uuid(), vm.switchedOn(), hidden);
  }

  /** Begins to remove a machine; the answer names the task, or nothing where Prism told none. */
  String delete(String what, V3Vm vm) throws Trouble {
    var task =
        client
            .delete(what, BASE + "/vms/" + vm.uuid())
            .at("/status/execution_context/task_uuid")
            .asText("");
    return Catalogue.isUuid(task) ? task : "";
  }

  /** A task that Prism does not know, or does not show us, has ended, nobody knows how. */
  V3Task task(String uuid) throws Trouble {
    try {
      return client
          .find("look at task " + uuid, BASE + "/tasks/" + uuid)
          .map(V3Task::of)
          .orElse(V3Task.UNKNOWN);
    } catch (Trouble trouble) {
      if (trouble.fault() instanceof Fault.Forbidden) {
        return V3Task.UNKNOWN;
      }
      throw trouble;
    }
  }

  /** Images of that name, as lists show them. */
  List<V3Entity> images(String name) throws Trouble {
    return named("look for images called " + name, "image", name, "name").stream()
        .map(V3Entity::new)
        .toList();
  }

  Optional<V3Entity> imageEntity(String uuid) throws Trouble {
    return client.find("look at image " + uuid, BASE + "/images/" + uuid).map(V3Entity::new);
  }

  void createImage(String what, JsonNode intent) throws Trouble {
    client.post(what, BASE + "/images", intent, List.of());
  }

  void deleteImage(String what, V3Entity image) throws Trouble {
    client.delete(what, BASE + "/images/" + image.uuid());
  }

  /** Those of the labels for which there is a category. */
  Map<String, String> categories(Map<String, String> labels) throws Trouble {
    var found = new TreeMap<String, String>();
    for (var label : new TreeMap<>(labels).entrySet()) {
      var category = Marks.category(label.getKey(), label.getValue());
      if (category.isPresent() && exists(category.get())) {
        found.put(category.get().getKey(), category.get().getValue());
      }
    }
    return found;
  }

  private boolean exists(Map.Entry<String, String> category) throws Trouble {
    return client
        .find(
            "look for category %s:%s".formatted(category.getKey(), category.getValue()),
            "%s/categories/%s/%s"
                .formatted(BASE, Form.encode(category.getKey()), Form.encode(category.getValue())))
        .isPresent();
  }

  private static String uuid(JsonNode body) {
    return body.path("metadata").path("uuid").asText();
  }
}
