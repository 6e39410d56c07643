package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.gcp.Methods.Match;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.util.ArrayList;
import java.util.Map;

/** The API in front of the cloud: log-in, definition, permissions, and then the call itself. */
final class Api {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String UUID =
      "(?!0{8}-0{4}-0{4}-0{4}-0{12})[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

  private final Cloud cloud;
  private final Tokens tokens;
  private final Methods methods = Methods.load();
  private final Schemas schemas = Schemas.load();
  private final Images images;
  private final Disks disks;
  private final Instances instances;
  private final Balancing balancing;

  Api(Cloud cloud, Tokens tokens) {
    this.cloud = cloud;
    this.tokens = tokens;
    this.images = new Images(cloud);
    this.disks = new Disks(cloud, images);
    this.instances = new Instances(cloud, disks);
    this.balancing = new Balancing(cloud);
  }

  Instances instances() {
    return instances;
  }

  Balancing balancing() {
    return balancing;
  }

  Response handle(Request request) {
    synchronized (cloud) {
      cloud.operations.settle();
      try {
        return Response.json(200, JSON.writeValueAsString(call(request)));
      } catch (Refused refused) {
        return refused.response();
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private JsonNode call(Request request) {
    if (!tokens.believes(request)) {
      throw new Refused(
          401,
          "authError",
          "Request had invalid authentication credentials. Expected OAuth 2 access token, login"
              + " cookie or other valid authentication credential.");
    }
    if (cloud.callsLeft-- <= 0) {
      throw new Refused(
          429, "rateLimitExceeded", "Quota exceeded for quota metric 'Queries' per minute.");
    }
    var match =
        methods
            .find(request.method(), request.path(), request.query())
            .orElseThrow(() -> new Refused(404, "notFound", "Not Found"));
    var body = body(request, match);
    var requestId = request.query().getOrDefault("requestId", "");
    if (!requestId.isEmpty() && !requestId.matches(UUID)) {
      throw Refused.invalid("requestId", requestId, "Must be a valid UUID.");
    }
    if (match.id().endsWith("projects.testIamPermissions")) {
      return held(body);
    }
    var resource = request.path().replaceFirst("^/compute/v1/", "");
    if (!match.part("project").equals(cloud.project) && !match.id().contains(".images.get")) {
      throw Refused.notFound("projects/" + match.part("project"));
    }
    cloud.permissions.require(match.id(), resource, body);
    return perform(match, resource, body, request.query());
  }

  private ObjectNode body(Request request, Match match) {
    var schema = match.method().body();
    if (schema.isEmpty() || request.text().isEmpty()) {
      if (!request.text().isEmpty()) {
        throw new Refused(400, "badRequest", "This method takes no body.");
      }
      return Cloud.node();
    }
    try {
      var body = JSON.readTree(request.text());
      schemas.check(match.id(), schema, body);
      return (ObjectNode) body;
    } catch (JsonProcessingException notJson) {
      throw new Refused(400, "parseError", "Parse Error");
    }
  }

  private JsonNode held(JsonNode body) {
    var wanted = new ArrayList<String>();
    body.path("permissions").forEach(permission -> wanted.add(permission.asText()));
    return JSON.valueToTree(Map.of("permissions", cloud.permissions.held(wanted)));
  }

  private JsonNode perform(
      Match match, String resource, ObjectNode body, Map<String, String> query) {
    var requestId = query.getOrDefault("requestId", "");
    var zone = match.part("zone");
    if (!zone.isEmpty() && !cloud.zones.contains(zone)) {
      throw Refused.notFound(cloud.zone(zone));
    }
    return switch (match.id()) {
      case "compute.projects.get" ->
          Cloud.node().put("kind", "compute#project").put("name", cloud.project);
      case "compute.regions.get" -> region(match, resource);
      case "compute.machineTypes.get" ->
          Catalogue.machineType(match.part("machineType"))
              .orElseThrow(() -> Refused.notFound(resource));
      case "compute.diskTypes.get" ->
          Catalogue.diskType(match.part("diskType")).orElseThrow(() -> Refused.notFound(resource));
      case "compute.images.getFromFamily" ->
          images.newest(resource.replaceFirst("/family/.*$", ""), match.part("family"));
      case "compute.images.insert" -> images.insert(body, requestId);
      case "compute.images.delete" -> images.delete(resource, requestId);
      case "compute.instances.insert" -> instances.insert(zone, body, requestId);
      case "compute.instances.delete" -> instances.delete(resource, requestId);
      case "compute.instances.start" ->
          instances.start(resource.replaceFirst("/start$", ""), requestId, "TERMINATED", "start");
      case "compute.instances.resume" ->
          instances.start(resource.replaceFirst("/resume$", ""), requestId, "SUSPENDED", "resume");
      case "compute.disks.delete" -> disks.delete(resource, requestId);
      case "compute.instances.aggregatedList", "compute.disks.aggregatedList" ->
          aggregated(Names.last(resource), query);
      case "compute.zoneOperations.list",
          "compute.regionOperations.list",
          "compute.globalOperations.list" ->
          operations(Names.scope(resource), query);
      case "compute.zoneOperations.get",
          "compute.regionOperations.get",
          "compute.globalOperations.get" ->
          cloud.operations.require(resource);
      case "compute.images.get",
          "compute.networks.get",
          "compute.subnetworks.get",
          "compute.instances.get" ->
          cloud.store.require(resource);
      case "compute.instanceGroups.listInstances" ->
          balancing.listed(Names.folder(resource).replaceFirst("/$", ""), query);
      default -> balance(match, resource, body, requestId);
    };
  }

  private JsonNode balance(Match match, String resource, ObjectNode body, String requestId) {
    var verb = match.id().substring(match.id().lastIndexOf('.') + 1);
    var group = Names.folder(resource).replaceFirst("/$", "");
    return switch (verb) {
      case "get" -> cloud.store.require(resource);
      case "insert" -> balancing.insert(resource, body, requestId);
      case "patch" -> balancing.patch(resource, body, requestId);
      case "delete" -> balancing.delete(resource, requestId);
      case "addInstances" -> balancing.change(group, true, body, requestId);
      case "removeInstances" -> balancing.change(group, false, body, requestId);
      default -> throw new Refused(501, "notImplemented", match.id() + " is not played here");
    };
  }

  private JsonNode region(Match match, String resource) {
    if (!match.part("region").equals(cloud.region)) {
      throw Refused.notFound(resource);
    }
    return cloud.regionNode();
  }

  private JsonNode operations(String scope, Map<String, String> query) {
    var page = new Listing(cloud.pageSize).page(cloud.operations.of(scope), query);
    var shown = Cloud.node().put("kind", "compute#operationList");
    var items = shown.putArray("items");
    page.items().values().forEach(items::add);
    return next(shown, page.next());
  }

  /** By zone; a zone that has nothing on this page says so. */
  private JsonNode aggregated(String kind, Map<String, String> query) {
    var page = new Listing(cloud.pageSize).page(cloud.store.listed(kind), query);
    var shown = Cloud.node().put("kind", "compute#aggregatedList");
    var scopes = shown.putObject("items");
    for (var zone : cloud.zones) {
      var scope = scopes.putObject("zones/" + zone);
      var items = JSON.createArrayNode();
      page.items()
          .forEach(
              (name, resource) -> {
                if (Names.scope(name).equals("zones/" + zone)) {
                  items.add(resource);
                }
              });
      if (items.isEmpty()) {
        scope.putObject("warning").put("code", "NO_RESULTS_ON_PAGE");
      } else {
        scope.set(kind, items);
      }
    }
    return next(shown, page.next());
  }

  private static JsonNode next(ObjectNode shown, String token) {
    return token.isEmpty() ? shown : shown.put("nextPageToken", token);
  }
}
