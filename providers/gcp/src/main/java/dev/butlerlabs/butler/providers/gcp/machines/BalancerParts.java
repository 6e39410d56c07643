package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a balancer is made of, in the order it is made: address, health check, a group per zone,
 * service, rule. Pure.
 *
 * <p>Not all of these take labels, so the owner's mark stands in the description of each.
 */
final class BalancerParts {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST = 50;

  private final BalancerId id;
  private final Resources resources;
  private final String region;
  private final List<String> zones;

  BalancerParts(BalancerId id, Resources resources, String region, List<String> zones) {
    this.id = id;
    this.resources = resources;
    this.region = region;
    this.zones = List.copyOf(zones);
  }

  /** A collection, and the one thing of ours in it. */
  record Part(String collection, String name) {
    String path() {
      return collection + "/" + name;
    }
  }

  private Part part(String collection) {
    var cluster =
        id.cluster().length() > LONGEST ? id.cluster().substring(0, LONGEST) : id.cluster();
    return new Part(collection, "butler-" + cluster + "-cp");
  }

  Part address() {
    return part("regions/" + region + "/addresses");
  }

  Part check() {
    return part("regions/" + region + "/healthChecks");
  }

  Part group(String zone) {
    return part("zones/" + zone + "/instanceGroups");
  }

  Part service() {
    return part("regions/" + region + "/backendServices");
  }

  Part rule() {
    return part("regions/" + region + "/forwardingRules");
  }

  /** In the order they are made; taken away in the other. */
  List<Part> all() {
    var parts = new ArrayList<Part>();
    parts.add(address());
    parts.add(check());
    zones.forEach(zone -> parts.add(group(zone)));
    parts.add(service());
    parts.add(rule());
    return parts;
  }

  /** Where operations about them are found. */
  List<String> scopes() {
    var scopes = new ArrayList<String>();
    scopes.add("regions/" + region);
    zones.forEach(zone -> scopes.add("zones/" + zone));
    return scopes;
  }

  boolean isOurs(JsonNode resource) {
    return List.of(resource.path("description").asText().split("\\s", -1))
        .contains(Ownership.flatTag(id.uid()));
  }

  /**
   * What makes a part.
   *
   * @param address the address itself, once there is one
   */
  ObjectNode body(Part part, BalancerOrder order, String address, String network) {
    var body = JSON.createObjectNode().put("name", part.name());
    body.put(
        "description", "Made by Butler for " + id.cluster() + ". " + Ownership.flatTag(id.uid()));
    if (part.equals(address())) {
      body.put("addressType", "EXTERNAL");
    } else if (part.equals(check())) {
      body.put("checkIntervalSec", 10).put("timeoutSec", 5).put("healthyThreshold", 2);
      body.put("unhealthyThreshold", 3).put("type", "TCP");
      body.putObject("tcpHealthCheck").put("port", order.healthCheckPort());
    } else if (part.equals(service())) {
      service(body);
    } else if (part.equals(rule())) {
      body.put("loadBalancingScheme", "EXTERNAL").put("IPProtocol", "TCP");
      body.put("IPAddress", address).put("backendService", resources.full(service().path()));
      body.putArray("ports").add(Integer.toString(order.port()));
    } else {
      body.put("network", network);
    }
    return body;
  }

  private void service(ObjectNode body) {
    body.put("loadBalancingScheme", "EXTERNAL").put("protocol", "TCP");
    body.putArray("healthChecks").add(resources.full(check().path()));
    var backends = body.putArray("backends");
    zones.forEach(zone -> backends.add(backend(zone)));
  }

  private ObjectNode backend(String zone) {
    return JSON.createObjectNode()
        .put("group", resources.full(group(zone).path()))
        .put("balancingMode", "CONNECTION");
  }

  /**
   * What changes a service so that it leads to these zones too; nothing where it does. Google takes
   * a change only together with the fingerprint of what was seen.
   */
  Optional<ObjectNode> extended(JsonNode service, List<String> wanted) {
    var led =
        service
            .path("backends")
            .valueStream()
            .map(backend -> backend.path("group").asText())
            .toList();
    var missing =
        wanted.stream()
            .filter(zone -> led.stream().noneMatch(link -> link.endsWith(group(zone).path())))
            .toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    var body = JSON.createObjectNode();
    body.put("fingerprint", service.path("fingerprint").asText());
    var backends = body.putArray("backends");
    service.path("backends").forEach(backends::add);
    missing.forEach(zone -> backends.add(backend(zone)));
    return Optional.of(body);
  }
}
