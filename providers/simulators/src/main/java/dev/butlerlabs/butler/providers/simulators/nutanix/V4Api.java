package dev.butlerlabs.butler.providers.simulators.nutanix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.nutanix.Schema.Match;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Prism Central's v4 API: checks a call, does it, answers. */
final class V4Api {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Schema schema = Schema.load("v4.tsv");
  private final Estate estate;
  private final Access access;
  private final V4Shapes shapes;

  /** What was answered to each request, by the id its sender gave it. */
  private final Map<String, Tasks.Task> answered = new HashMap<>();

  V4Api(Estate estate, Access access) {
    this.estate = estate;
    this.access = access;
    this.shapes = new V4Shapes(estate);
  }

  Schema schema() {
    return schema;
  }

  Response handle(Request request) {
    try {
      access.authenticate(request);
      var match =
          schema
              .find(request.method(), request.path())
              .orElseThrow(() -> new Refused(404, "PRISM-404", "No such call: " + request));
      access.require(match.call().name());
      if (request.method().equals("GET")) {
        return look(match, request);
      }
      var task = accept(match, request);
      return Response.json(202, V4Words.one(V4Words.accepted(task)).toString());
    } catch (Refused refused) {
      return Response.json(refused.status(), V4Words.refusal(refused).toString());
    }
  }

  /** The same request id gives the same task, whatever became of it. */
  private Tasks.Task accept(Match match, Request request) {
    var id = request.header("ntnx-request-id");
    if (!id.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
      throw new Refused(400, "PRISM-20001", "The header NTNX-Request-Id is missing or no UUID.");
    }
    var before = answered.get(id);
    if (before != null) {
      return before;
    }
    var task = begin(match, request);
    answered.put(id, task);
    return task;
  }

  private Tasks.Task begin(Match match, Request request) {
    var body = body(match, request);
    return switch (match.call().name()) {
      case "POST /api/vmm/v4.0/ahv/config/vms" ->
          estate.create(
              estate.newUuid(), JSON.createObjectNode(), shapes.of(body), Estate.FORGET_FAILED);
      case "DELETE /api/vmm/v4.0/ahv/config/vms/{extId}" ->
          estate.delete(unchanged(match, request));
      case "POST /api/vmm/v4.0/ahv/config/vms/{extId}/$actions/power-on" ->
          estate.power(unchanged(match, request), true);
      default -> throw notPlayed(match);
    };
  }

  private static Refused notPlayed(Match match) {
    return new Refused(
        501, "PRISM-501", match.call().name() + " is known and not played by this stand-in");
  }

  private JsonNode body(Match match, Request request) {
    if (match.call().body().isEmpty()) {
      return JSON.createObjectNode();
    }
    JsonNode body;
    try {
      body = JSON.readTree(request.text());
    } catch (JsonProcessingException unreadable) {
      throw new Refused(400, "PRISM-20002", "The body is no JSON.");
    }
    var problems = schema.problems(match.call().body(), body);
    if (!problems.isEmpty()) {
      throw new Refused(400, "VMM-20005", "Failed to validate the request.", problems);
    }
    return body;
  }

  /** The machine a change is about, if it is still as the sender saw it. */
  private Vm unchanged(Match match, Request request) {
    var vm = visible(match.part("extId"));
    var seen = request.header("if-match");
    if (seen.isEmpty()) {
      throw new Refused(428, "VMM-30102", "The header If-Match is needed to change a VM.");
    }
    if (!seen.equals(etag(vm))) {
      throw new Refused(412, "VMM-30303", "The VM has changed: If-Match does not fit its ETag.");
    }
    return vm;
  }

  /** A machine is there once it is made. */
  private Vm visible(String uuid) {
    var vm = estate.vms.get(uuid);
    if (vm == null || vm.state() == Vm.State.PENDING) {
      throw new Refused(404, "VMM-30100", "Failed to find the VM with extId " + uuid + ".");
    }
    return vm;
  }

  private static String etag(Vm vm) {
    return "\"" + vm.uuid + ":" + vm.revision() + "\"";
  }

  private Response look(Match match, Request request) {
    var now = estate.now();
    return switch (match.call().name()) {
      case "GET /api/vmm/v4.0/ahv/config/vms" ->
          V4Page.of(
              request,
              estate.listed(),
              (vm, field) -> field.equals("name") ? vm.shape().name() : "",
              vm -> V4Words.vm(vm, now));
      case "GET /api/vmm/v4.0/ahv/config/vms/{extId}" -> {
        var vm = visible(match.part("extId"));
        yield new Response(
            200,
            Map.of("Content-Type", "application/json", "ETag", etag(vm)),
            V4Words.one(V4Words.vm(vm, now)).toString());
      }
      case "GET /api/prism/v4.0/config/tasks/{extId}" -> {
        var uuid = match.part("extId").replace("%3A", ":").replace("%3D", "=");
        yield one(
            V4Words.task(
                estate
                    .tasks
                    .find(uuid.replace(V4Words.TASK_PREFIX, ""))
                    .filter(_ -> uuid.startsWith(V4Words.TASK_PREFIX))
                    .orElseThrow(
                        () -> new Refused(404, "PRISM-404", "There is no task " + uuid + "."))));
      }
      default -> reference(match, request);
    };
  }

  private Response reference(Match match, Request request) {
    return switch (match.call().name()) {
      case "GET /api/prism/v4.0/config/domain-managers" -> {
        var central = V4Words.typed("prism.v4.config.DomainManager");
        central.putObject("config").putObject("buildInfo").put("version", "pc.2024.3");
        yield V4Page.of(request, List.of(central), (_, _) -> "", Function.identity());
      }
      case "GET /api/prism/v4.0/config/categories" ->
          V4Page.of(
              request,
              List.copyOf(estate.categories),
              (category, field) -> field.equals("key") ? category.key() : category.value(),
              category ->
                  V4Words.typed("prism.v4.config.Category")
                      .put("extId", category.uuid())
                      .put("key", category.key())
                      .put("value", category.value()));
      case "GET /api/networking/v4.0/config/subnets" ->
          V4Page.of(
              request,
              List.copyOf(estate.subnets.values()),
              (subnet, _) -> subnet.name(),
              V4Words::subnet);
      case "GET /api/networking/v4.0/config/subnets/{extId}" ->
          one(V4Words.subnet(found(estate.subnets, match)));
      case "GET /api/clustermgmt/v4.0/config/clusters" ->
          V4Page.of(
              request,
              List.copyOf(estate.clusters.entrySet()),
              (cluster, _) -> cluster.getValue(),
              cluster -> cluster(cluster.getKey(), cluster.getValue()));
      case "GET /api/clustermgmt/v4.0/config/clusters/{extId}" ->
          one(cluster(match.part("extId"), found(estate.clusters, match)));
      case "GET /api/clustermgmt/v4.0/stats/clusters/{extId}" -> {
        var _ = found(estate.clusters, match);
        yield one(statistics(request));
      }
      case "GET /api/clustermgmt/v4.0/config/storage-containers" ->
          V4Page.of(
              request,
              List.copyOf(estate.containers.entrySet()),
              (container, field) ->
                  field.equals("name") ? container.getValue() : container.getKey(),
              container ->
                  V4Words.typed("clustermgmt.v4.config.StorageContainer")
                      .put("containerExtId", container.getKey())
                      .put("name", container.getValue()));
      case "GET /api/vmm/v4.0/content/images" ->
          V4Page.of(request, estate.images.listed(), (image, _) -> image.name(), V4Words::image);
      case "GET /api/vmm/v4.0/content/images/{extId}" ->
          one(V4Words.image(estate.images.require(match.part("extId"))));
      default -> throw notPlayed(match);
    };
  }

  /** Both ends of the time must be named; a sample each half minute, and what was selected. */
  private ObjectNode statistics(Request request) {
    for (var needed : List.of("$startTime", "$endTime")) {
      if (!request.query().containsKey(needed)) {
        throw new Refused(400, "CLU-10008", "The parameter " + needed + " is missing.");
      }
    }
    var all =
        Map.of(
            "memoryCapacityBytes", estate.memoryMiB() << 20,
            "overallMemoryUsageBytes", estate.usedMemoryMiB() << 20);
    var body = V4Words.typed("clustermgmt.v4.stats.ClusterStats");
    var end = Instant.parse(request.query().getOrDefault("$endTime", ""));
    for (var name : request.query().getOrDefault("$select", "*").split(",", -1)) {
      var values = body.putArray(name);
      for (var i = 0; i < 2; i++) {
        // The newest comes first, and an older one differs.
        values
            .addObject()
            .put("timestamp", end.minusSeconds(30L * i).toString())
            .put("value", all.getOrDefault(name, 0L) / (i + 1));
      }
    }
    return body;
  }

  private static ObjectNode cluster(String uuid, String name) {
    return V4Words.named("clustermgmt.v4.config.Cluster", uuid, name);
  }

  private static Response one(ObjectNode data) {
    return Response.json(200, V4Words.one(data).toString());
  }

  private static <T> T found(Map<String, T> things, Match match) {
    var thing = things.get(match.part("extId"));
    if (thing == null) {
      throw new Refused(404, "PRISM-404", "There is no " + match.part("extId") + ".");
    }
    return thing;
  }
}
