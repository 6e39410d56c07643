package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.http.Call;
import dev.butlerlabs.butler.providers.http.Form;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Prism Central's v4 API: the calls a machine's life is made of, and what they refer to. */
final class V4Api implements Catalogue {

  private static final String VMS = "/api/vmm/v4.0/ahv/config/vms";
  private static final String IMAGES = "/api/vmm/v4.0/content/images";
  private static final String TASKS = "/api/prism/v4.0/config/tasks";
  private static final String CATEGORIES = "/api/prism/v4.0/config/categories";
  private static final String CENTRALS = "/api/prism/v4.0/config/domain-managers";
  private static final String SUBNETS = "/api/networking/v4.0/config/subnets";
  private static final String CLUSTERS = "/api/clustermgmt/v4.0/config/clusters";
  private static final String CONTAINERS = "/api/clustermgmt/v4.0/config/storage-containers";

  /** The most v4 gives at once. */
  private static final int PAGE = 100;

  private final PrismClient client;

  V4Api(PrismClient client) {
    this.client = client;
  }

  PrismClient client() {
    return client;
  }

  /** How a task stands. */
  record Task(String status, String vm, String code, String message, Instant ended) {

    boolean running() {
      return List.of("QUEUED", "RUNNING", "CANCELING", "SUSPENDED").contains(status);
    }

    boolean failed() {
      return List.of("FAILED", "CANCELED").contains(status);
    }
  }

  @Override
  public String version() throws Trouble {
    return client
        .get("look at the version of Prism Central", CENTRALS)
        .path("data")
        .path(0)
        .path("config")
        .path("buildInfo")
        .path("version")
        .asText("");
  }

  @Override
  public Optional<Thing> cluster(String uuidOrName) throws Trouble {
    return one("cluster", CLUSTERS, uuidOrName)
        .map(body -> new Thing(id(body), body.path("name").asText()));
  }

  @Override
  public Room room(String cluster, Instant now) throws Trouble {
    return V4Room.of(client, cluster, now);
  }

  @Override
  public Optional<Subnet> subnet(String uuidOrName) throws Trouble {
    return one("subnet", SUBNETS, uuidOrName).map(V4Api::subnet);
  }

  private static Subnet subnet(JsonNode body) {
    var config = body.path("ipConfig").path(0).path("ipv4");
    var servers = new ArrayList<String>();
    body.path("dhcpOptions")
        .path("domainNameServers")
        .forEach(server -> servers.add(server.path("ipv4").path("value").asText()));
    return new Subnet(
        id(body),
        body.path("name").asText(),
        config.path("defaultGatewayIp").path("value").asText(""),
        config.path("ipSubnet").path("prefixLength").asInt(0),
        servers);
  }

  @Override
  public Optional<Image> image(String uuidOrName) throws Trouble {
    return one("image", IMAGES, uuidOrName)
        .map(
            body ->
                new Image(id(body), body.path("name").asText(), body.path("sizeBytes").asLong(0)));
  }

  @Override
  public Optional<Thing> container(String uuidOrName) throws Trouble {
    var field = Catalogue.isUuid(uuidOrName) ? "containerExtId" : "name";
    return unique(
            "storage container",
            uuidOrName,
            list("look for storage container " + uuidOrName, CONTAINERS, field, uuidOrName))
        .map(body -> new Thing(body.path("containerExtId").asText(), body.path("name").asText()));
  }

  private Optional<JsonNode> one(String kind, String path, String uuidOrName) throws Trouble {
    var what = "look for %s %s".formatted(kind, uuidOrName);
    return Catalogue.isUuid(uuidOrName)
        ? client.find(what, path + "/" + uuidOrName).map(body -> body.path("data"))
        : unique(kind, uuidOrName, list(what, path, "name", uuidOrName));
  }

  private static Optional<JsonNode> unique(String kind, String name, List<JsonNode> found)
      throws Trouble {
    if (found.size() > 1) {
      throw new Trouble(
          new Fault.Invalid(
              "look for %s %s".formatted(kind, name),
              "the name of the " + kind,
              found.size() + " have this name; write the UUID of the one that is meant"));
    }
    return found.stream().findFirst();
  }

  private List<JsonNode> list(String what, String path, String field, String value) throws Trouble {
    return list(what, path, "%s eq '%s'".formatted(field, value.replace("'", "''")));
  }

  private List<JsonNode> list(String what, String path, String filter) throws Trouble {
    var found = new ArrayList<JsonNode>();
    var total = 1;
    for (var page = 0; page * PAGE < total; page++) {
      var query = new LinkedHashMap<String, String>();
      query.put("$filter", filter);
      query.put("$page", Integer.toString(page));
      query.put("$limit", Integer.toString(PAGE));
      var answer = client.get(what, path + "?" + Form.encode(query));
      total = answer.path("metadata").path("totalAvailableResults").asInt(0);
      answer.path("data").forEach(found::add);
    }
    return found;
  }

  /** Machines of that name, as lists show them: some seconds late. */
  List<V4Vm> vms(String name) throws Trouble {
    return list("look for machines called " + name, VMS, "name", name).stream()
        .map(body -> new V4Vm(body, ""))
        .filter(vm -> vm.name().equals(name))
        .toList();
  }

  Optional<V4Vm> vm(String id) throws Trouble {
    return client
        .findTagged("look at vm " + id, VMS + "/" + id)
        .map(tagged -> new V4Vm(tagged.body().path("data"), tagged.etag()));
  }

  /** Begins to make a machine; the same request id again is the same task again. */
  String create(String what, String requestId, JsonNode order, List<SecretText> hidden)
      throws Trouble {
    return begun(
        Call.of(what, "POST", VMS)
            .sending(Call.Body.json(order.toString()))
            .hiding(hidden)
            .with("NTNX-Request-Id", new SecretText(requestId)));
  }

  String powerOn(String what, V4Vm vm) throws Trouble {
    return begun(changing(Call.of(what, "POST", VMS + "/" + vm.id() + "/$actions/power-on"), vm));
  }

  String delete(String what, V4Vm vm) throws Trouble {
    return begun(changing(Call.of(what, "DELETE", VMS + "/" + vm.id()), vm));
  }

  /** To be done only if the machine is as it was seen. */
  private static Call changing(Call call, V4Vm vm) {
    return call.with("If-Match", new SecretText(vm.etag()))
        .with("NTNX-Request-Id", new SecretText(UUID.randomUUID().toString()));
  }

  private String begun(Call call) throws Trouble {
    var task = client.send(call).path("data").path("extId").asText("");
    if (task.isEmpty()) {
      throw new Trouble(new Fault.Unavailable(call.what(), "the answer names no task"));
    }
    return task;
  }

  /** A task that Prism no longer knows has ended, nobody knows how. */
  Task task(String id) throws Trouble {
    return client
        .find("look at task " + id, TASKS + "/" + Form.encode(id))
        .map(body -> body.path("data"))
        .map(
            data ->
                new Task(
                    data.path("status").asText(),
                    data.path("entitiesAffected").path(0).path("extId").asText(""),
                    data.path("errorMessages").path(0).path("code").asText(""),
                    data.path("errorMessages")
                        .path(0)
                        .path("message")
                        .asText("Prism Central gives no reason"),
                    time(data.path("completedTime").asText(""))))
        .orElseGet(() -> new Task("UNKNOWN", "", "", "", Instant.EPOCH));
  }

  private static Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException unreadable) {
      return Instant.EPOCH;
    }
  }

  /** Ids of the categories that stand for labels. */
  List<String> categories(Map<String, String> labels) throws Trouble {
    var found = new ArrayList<String>();
    for (var label : new TreeMap<>(labels).entrySet()) {
      var category = Marks.category(label.getKey(), label.getValue());
      if (category.isPresent()) {
        list(
                "look for category %s:%s"
                    .formatted(category.get().getKey(), category.get().getValue()),
                CATEGORIES,
                "key eq '%s' and value eq '%s'"
                    .formatted(category.get().getKey(), category.get().getValue()))
            .stream()
            .findFirst()
            .ifPresent(body -> found.add(id(body)));
      }
    }
    return found;
  }

  private static String id(JsonNode body) {
    return body.path("extId").asText();
  }
}
