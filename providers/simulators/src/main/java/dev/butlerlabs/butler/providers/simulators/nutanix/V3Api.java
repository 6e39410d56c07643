package dev.butlerlabs.butler.providers.simulators.nutanix;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.nutanix.Schema.Match;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Prism Central's v3 API: checks a call, does it, answers. */
final class V3Api {

  static final String PREFIX = "/api/nutanix/v3";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern FILTER = Pattern.compile("(?:vm_)?name==(.*)");
  private static final int USUAL_PAGE = 20;
  private static final int LARGEST_PAGE = 500;

  private final Schema schema = Schema.load("v3.tsv");
  private final Estate estate;
  private final Access access;
  private final V3Shapes shapes;
  private final V3Words words;
  private final V3Self self;

  V3Api(Estate estate, Access access) {
    this.estate = estate;
    this.access = access;
    this.shapes = new V3Shapes(estate);
    this.words = new V3Words(estate);
    this.self = new V3Self(access);
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
              .orElseThrow(() -> new Refused(404, "INVALID_REQUEST", "No such call: " + request));
      access.require(match.call().name());
      var body = body(match, request);
      var answer = perform(match, body, request);
      return Response.json(status(match), answer.toString());
    } catch (Refused refused) {
      return Response.json(refused.status(), V3Words.refusal(refused).toString());
    }
  }

  /** What begins a task is accepted; everything else is done. */
  private static int status(Match match) {
    var call = match.call().name().substring(match.call().name().indexOf(' ') + 1);
    var begins =
        List.of(
                PREFIX + "/vms",
                PREFIX + "/vms/{uuid}",
                PREFIX + "/images",
                PREFIX + "/images/{uuid}")
            .contains(call);
    return begins && !match.call().method().equals("GET") ? 202 : 200;
  }

  private JsonNode body(Match match, Request request) {
    if (match.call().body().isEmpty()) {
      return JSON.createObjectNode();
    }
    if (!request.header("content-type").startsWith("application/json")) {
      throw new Refused(415, "UNSUPPORTED_MEDIA_TYPE_ERROR", "The body is no JSON.");
    }
    JsonNode body;
    try {
      body = JSON.readTree(request.text());
    } catch (JsonProcessingException unreadable) {
      throw new Refused(400, "DESERIALIZATION_FAILED", "The body is no JSON.");
    }
    var problems = schema.problems(match.call().body(), body);
    if (!problems.isEmpty()) {
      throw new Refused(422, "INVALID_REQUEST", "Request could not be processed.", problems);
    }
    return body;
  }

  private ObjectNode perform(Match match, JsonNode body, Request request) {
    var below = match.call().name().replace(" " + PREFIX, " ");
    return switch (below) {
      case "POST /idempotence_identifiers" -> reserve(body);
      case "GET /idempotence_identifiers/{client}" -> reserved(match);
      case "DELETE /idempotence_identifiers/{client}" -> {
        reserved(match);
        estate.reservations.remove(decoded(match, "client"));
        yield JSON.createObjectNode();
      }
      case "POST /vms" -> create(body);
      case "POST /vms/list" ->
          list(
              "vm",
              estate.listed(),
              body,
              vm -> vm.shape().name(),
              vm -> words.vm(vm, estate.now()));
      case "GET /vms/{uuid}" -> words.vm(estate.require(match.part("uuid")), estate.now());
      case "PUT /vms/{uuid}" -> update(estate.require(match.part("uuid")), body);
      case "DELETE /vms/{uuid}" -> {
        var vm = estate.require(match.part("uuid"));
        var task = estate.delete(vm);
        yield V3Words.accepted(task, words.vm(vm, estate.now()));
      }
      case "GET /tasks/{uuid}" ->
          words.task(
              estate
                  .tasks
                  .find(match.part("uuid"))
                  .orElseThrow(() -> Refused.missing("task", match.part("uuid"))));
      default -> look(below, match, body, request);
    };
  }

  private ObjectNode look(String below, Match match, JsonNode body, Request request) {
    return switch (below) {
      case "POST /images/list" ->
          list("image", estate.images.listed(), body, Images.Image::name, V3Words::image);
      case "GET /images/{uuid}" -> V3Words.image(estate.images.look(match.part("uuid")));
      case "POST /images" -> createImage(body);
      case "DELETE /images/{uuid}" -> {
        var task = estate.images.delete(match.part("uuid"));
        yield V3Words.accepted(task, V3Words.image(estate.images.look(match.part("uuid"))));
      }
      case "POST /subnets/list" ->
          list(
              "subnet",
              List.copyOf(estate.subnets.values()),
              body,
              Estate.Subnet::name,
              words::subnet);
      case "GET /subnets/{uuid}" -> words.subnet(found(estate.subnets, match, "subnet"));
      case "POST /clusters/list" ->
          list(
              "cluster",
              List.copyOf(estate.clusters.entrySet()),
              body,
              Map.Entry::getValue,
              entry -> V3Words.cluster(entry.getKey(), entry.getValue()));
      case "POST /hosts/list" -> list("host", estate.hosts(), body, Estate.Host::name, words::host);
      case "GET /clusters/{uuid}" ->
          V3Words.cluster(match.part("uuid"), found(estate.clusters, match, "cluster"));
      case "GET /categories/{name}/{value}" -> {
        var name = decoded(match, "name");
        var value = decoded(match, "value");
        yield estate
            .category(name, value)
            .map(category -> JSON.createObjectNode().put("name", name).put("value", value))
            .orElseThrow(() -> Refused.missing("category", name + "/" + value));
      }
      default -> self.look(below, match, access.authenticate(request));
    };
  }

  private ObjectNode reserve(JsonNode body) {
    var client = body.path("client_identifier").asText(estate.newUuid());
    return identifiers(client, estate.reserve(client, body.path("count").asInt()));
  }

  private ObjectNode reserved(Match match) {
    var client = decoded(match, "client");
    return identifiers(client, found(estate.reservations, client, "idempotence_identifier"));
  }

  private static ObjectNode identifiers(String client, List<String> uuids) {
    var body = JSON.createObjectNode().put("client_identifier", client).put("count", uuids.size());
    uuids.forEach(body.putArray("uuid_list")::add);
    return body;
  }

  private ObjectNode create(JsonNode body) {
    var chosen = chosen(body, estate::used);
    var shape = shapes.of(body, V3Shapes.nothing());
    var task =
        estate.create(chosen, (ObjectNode) body.path("spec").deepCopy(), shape, Estate.KEEP_FAILED);
    return V3Words.accepted(task, words.vm(estate.require(chosen), estate.now()));
  }

  private ObjectNode createImage(JsonNode body) {
    var uuid = chosen(body, estate.images::used);
    var task = estate.images.create(uuid, (ObjectNode) body.path("spec").deepCopy());
    return V3Words.accepted(task, V3Words.image(estate.images.look(uuid)));
  }

  /** The UUID of a new thing: one that was kept for its maker and never used, or any. */
  private String chosen(JsonNode body, Predicate<String> used) {
    var uuid = body.path("metadata").path("uuid").asText("");
    if (uuid.isEmpty()) {
      return estate.newUuid();
    }
    if (!estate.reserved(uuid)) {
      throw V3Shapes.refused("metadata.uuid", "uuid " + uuid + " was not given by Prism Central");
    }
    if (used.test(uuid)) {
      throw new Refused(
          409, "ENTITY_ALREADY_EXISTS", "An entity with uuid " + uuid + " exists or has existed.");
    }
    return uuid;
  }

  private ObjectNode update(Vm vm, JsonNode body) {
    if (!body.path("metadata").has("spec_version")) {
      throw V3Shapes.refused("metadata", "'spec_version' is needed to change an entity");
    }
    if (body.path("metadata").path("spec_version").asInt() != vm.version()) {
      throw new Refused(
          409,
          "CONCURRENT_REQUESTS_NOT_ALLOWED",
          "Edit conflict: spec_version is %d by now.".formatted(vm.version()));
    }
    var shape = shapes.of(body, vm.shape());
    var task = estate.change(vm, (ObjectNode) body.path("spec").deepCopy(), shape);
    return V3Words.accepted(task, words.vm(vm, estate.now()));
  }

  private static <T> ObjectNode list(
      String kind,
      List<T> all,
      JsonNode body,
      Function<T, String> name,
      Function<T, ObjectNode> words) {
    var length = body.path("length").asInt(USUAL_PAGE);
    if (length > LARGEST_PAGE) {
      throw V3Shapes.refused("length", length + " is greater than the maximum of " + LARGEST_PAGE);
    }
    var filter = body.path("filter").asText("");
    var match = FILTER.matcher(filter);
    if (!filter.isEmpty() && !match.matches()) {
      throw V3Shapes.refused("filter", "the filter " + filter + " cannot be read");
    }
    var shown =
        filter.isEmpty()
            ? all
            : all.stream().filter(row -> name.apply(row).matches(match.group(1))).toList();
    return V3Words.page(kind, shown, body.path("offset").asInt(0), length, words);
  }

  static <T> T found(Map<String, T> things, Match match, String kind) {
    return found(things, match.part("uuid"), kind);
  }

  private static <T> T found(Map<String, T> things, String uuid, String kind) {
    var thing = things.get(uuid);
    if (thing == null) {
      throw Refused.missing(kind, uuid);
    }
    return thing;
  }

  private static String decoded(Match match, String part) {
    return URLDecoder.decode(match.part(part), UTF_8);
  }
}
