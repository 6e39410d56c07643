package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.azure.Definition.Match;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.net.URI;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** What each call does. */
final class Handlers {

  private static final int PAGE = 3;

  private final Estate estate;
  private final Region region;
  private final Roles roles;
  private final Machines machines;
  private final Cards cards;
  private final Balancers balancers;
  private final Images images;
  private final Disks disks;
  private final Set<String> groups = new HashSet<>();
  private final Supplier<URI> self;

  Handlers(
      Estate estate,
      Region region,
      Roles roles,
      Machines machines,
      Cards cards,
      Balancers balancers,
      Images images,
      Disks disks,
      Supplier<URI> self) {
    this.estate = estate;
    this.region = region;
    this.roles = roles;
    this.machines = machines;
    this.cards = cards;
    this.balancers = balancers;
    this.images = images;
    this.disks = disks;
    this.self = self;
  }

  void group(String name) {
    groups.add(name.toLowerCase(Locale.ROOT));
  }

  void requireGroup(Match match) {
    var group = match.group();
    if (!group.isEmpty() && !groups.contains(group.toLowerCase(Locale.ROOT))) {
      throw new Refused(
          404, "ResourceGroupNotFound", "Resource group '" + group + "' could not be found.");
    }
  }

  Response serve(Match match, Request request, ObjectNode body) {
    return switch (match.operation().method()) {
      case "GET" -> get(match, request);
      case "PUT" -> put(match, request, body);
      case "DELETE" -> delete(match);
      default -> post(match, body);
    };
  }

  private Response get(Match match, Request request) {
    var kind = match.operation().kind();
    return switch (match.operation().key()) {
      case "GET Microsoft.Compute/virtualMachines*", "GET Microsoft.Compute/disks*" ->
          list(kind, match, request);
      case "GET Microsoft.Compute/virtualMachines" ->
          json(
              200,
              Machines.shown(
                  estate.require(match.id()),
                  request.query().getOrDefault("$expand", "").equals("instanceView")));
      case "GET Microsoft.Compute/skus*" -> json(200, region.skus());
      case "GET Microsoft.Compute/locations/usages*" ->
          json(200, region.usages(machines.coresUsed()));
      case "GET Microsoft.Compute/locations/publishers/artifacttypes/offers/skus/versions" ->
          json(200, images.version(match));
      case "GET Microsoft.Compute/locations/publishers/artifacttypes/offers/skus/versions*" ->
          Response.json(200, images.versions(match));
      case "GET Microsoft.Authorization/permissions*" -> json(200, roles.permissions());
      case "GET Microsoft.Resources/subscriptions/resourceGroups" -> json(200, group(match));
      default -> json(200, estate.require(match.id()).body());
    };
  }

  private static ObjectNode group(Match match) {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("id", match.id()).put("name", match.group()).put("location", Region.NAME);
    body.putObject("properties").put("provisioningState", "Succeeded");
    return body;
  }

  private Response list(String kind, Match match, Request request) {
    var all = estate.listed(kind, match.id() + "/");
    var from = Integer.parseInt(request.query().getOrDefault("$skiptoken", "0"));
    var until = Math.min(all.size(), from + PAGE);
    var body = JsonNodeFactory.instance.objectNode();
    var value = body.putArray("value");
    all.subList(Math.min(from, until), until)
        .forEach(resource -> value.add(Machines.shown(resource, false)));
    if (until < all.size()) {
      body.put(
          "nextLink",
          "%s%s?api-version=%s&$skiptoken=%d"
              .formatted(self.get(), match.id(), match.operation().version(), until));
    }
    return json(200, body);
  }

  private Response put(Match match, Request request, ObjectNode body) {
    var before = estate.find(match.id());
    conditions(match, request, before.map(Resource::etag).orElse(""));
    var status = before.isPresent() ? 200 : 201;
    return switch (match.operation().kind()) {
      case Machines.KIND -> {
        if (before.isPresent()) {
          throw Refused.conflict(
              "PropertyChangeNotAllowed", "Changing property 'osProfile' is not allowed.");
        }
        var work = machines.create(match.id(), body);
        yield underway(
            status, Machines.shown(estate.require(match.id()), false).toString(), match, work);
      }
      case Cards.KIND -> changed(status, match, cards.put(match.id(), body));
      case Balancers.KIND -> changed(status, match, balancers.put(match.id(), body));
      case Balancers.POOLS -> changed(status, match, balancers.putPool(match.id(), body));
      case Balancers.ADDRESSES -> changed(status, match, balancers.putAddress(match.id(), body));
      case Machines.DISKS -> changed(202, match, disks.put(match.id(), body));
      case Images.KIND -> changed(status, match, disks.image(match.id(), body));
      default -> throw unplayed(match);
    };
  }

  /** Only calls whose definition has these headers heed them; Network heeds If-Match as well. */
  private static void conditions(Match match, Request request, String etag) {
    var none = request.header("if-none-match");
    var same = request.header("if-match");
    var known = match.operation().conditions();
    var network = match.operation().kind().startsWith("Microsoft.Network/");
    if (known.contains("If-None-Match") && none.equals("*") && !etag.isEmpty()) {
      throw new Refused(
          412,
          "PreconditionFailed",
          "The condition '*' in the If-None-Match header was not satisfied.");
    }
    if ((known.contains("If-Match") || network)
        && !same.isEmpty()
        && (etag.isEmpty() || !(same.equals("*") || same.equals(etag)))) {
      throw new Refused(
          412, "PreconditionFailed", "Precondition failed. Etag provided does not match.");
    }
  }

  private Response changed(int status, Match match, Resource resource) {
    var work = estate.begin(Cards.CHANGE, () -> {});
    return underway(status, resource.body().toString(), match, work);
  }

  private Response delete(Match match) {
    var found = estate.find(match.id());
    if (found.isEmpty()) {
      return new Response(204, Map.of(), "");
    }
    var resource = found.get();
    if (resource.state().equals("Deleting")) {
      return underway(202, "", match, estate.begin(Cards.CHANGE, () -> {}));
    }
    var work =
        switch (match.operation().kind()) {
          case Machines.KIND -> machines.delete(resource);
          case Cards.KIND -> cards.delete(resource);
          case Balancers.KIND -> balancers.delete(resource);
          case Balancers.ADDRESSES -> balancers.deleteAddress(resource);
          case Machines.DISKS -> disks.delete(resource);
          case Images.KIND -> disks.deleteImage(resource);
          default -> throw unplayed(match);
        };
    return underway(202, "", match, work);
  }

  private Response post(Match match, JsonNode body) {
    var owner = match.id().substring(0, match.id().lastIndexOf('/'));
    return switch (match.name().toLowerCase(Locale.ROOT)) {
      case "start" -> underway(202, "", match, machines.start(estate.require(owner)));
      case "begingetaccess" -> json(200, disks.grant(estate.require(owner), body));
      case "endgetaccess" -> underway(202, "", match, disks.revoke(estate.require(owner)));
      default -> throw unplayed(match);
    };
  }

  private static Refused unplayed(Match match) {
    return new Refused(
        501, "NotImplemented", match.operation().action() + " is known and not played here.");
  }

  private Response underway(int status, String body, Match match, String work) {
    var provider = match.operation().kind().replaceFirst("/.*", "");
    var stem =
        "%s/subscriptions/%s/providers/%s/locations/%s"
            .formatted(self.get(), match.part("subscriptionId"), provider, Region.NAME);
    var version = "?api-version=" + match.operation().version();
    var headers =
        new LinkedHashMap<>(
            Map.of(
                "Azure-AsyncOperation",
                stem + "/operations/" + work + version,
                "Retry-After",
                "10",
                "Content-Type",
                "application/json; charset=utf-8"));
    if (status == 202) {
      headers.put("Location", stem + "/results/" + work + version);
    }
    return new Response(status, headers, body);
  }

  private static Response json(int status, JsonNode body) {
    return Response.json(status, body.toString());
  }
}
