package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** A load balancer and its parts as Azure wants them written. Pure. */
final class BalancerBodies {

  static final String POOL = "targets";
  private static final String FRONTEND = "public";
  private static final String PROBE = "health";
  private static final String RULE = "api";

  private BalancerBodies() {}

  static ObjectNode address(BalancerId id, String location) {
    var body = begin(id, location);
    body.putObject("properties")
        .put("publicIPAllocationMethod", "Static")
        .put("publicIPAddressVersion", "IPv4");
    return body;
  }

  private static ObjectNode begin(BalancerId id, String location) {
    var body = JsonNodeFactory.instance.objectNode().put("location", location);
    body.set("tags", Tags.of(new Ownership(id.uid(), id.cluster())));
    body.putObject("sku").put("name", "Standard");
    return body;
  }

  /** Its pool is empty here, and written by itself. */
  static ObjectNode balancer(
      BalancerId id, BalancerOrder order, String location, String own, String addressId) {
    var body = begin(id, location);
    var properties = body.putObject("properties");
    properties
        .putArray("frontendIPConfigurations")
        .addObject()
        .put("name", FRONTEND)
        .putObject("properties")
        .putObject("publicIPAddress")
        .put("id", addressId);
    properties.putArray("backendAddressPools").addObject().put("name", POOL);
    var probe = properties.putArray("probes").addObject().put("name", PROBE);
    probe
        .putObject("properties")
        .put("protocol", "Tcp")
        .put("port", order.healthCheckPort())
        .put("intervalInSeconds", 5)
        .put("probeThreshold", 2);
    var rule = properties.putArray("loadBalancingRules").addObject().put("name", RULE);
    var rules = rule.putObject("properties");
    rules
        .putObject("frontendIPConfiguration")
        .put("id", own + "/frontendIPConfigurations/" + FRONTEND);
    rules.putObject("backendAddressPool").put("id", own + "/backendAddressPools/" + POOL);
    rules.putObject("probe").put("id", own + "/probes/" + PROBE);
    rules.put("protocol", "Tcp").put("enableTcpReset", true).put("idleTimeoutInMinutes", 30);
    rules.put("frontendPort", order.port()).put("backendPort", order.port());
    return body;
  }

  /** The ports of a balancer that is there are those of the order. */
  static boolean serves(JsonNode balancer, BalancerOrder order) {
    return balancer.at("/properties/probes/0/properties/port").asInt() == order.healthCheckPort()
        && balancer.at("/properties/loadBalancingRules/0/properties/frontendPort").asInt()
            == order.port()
        && balancer.at("/properties/loadBalancingRules/0/properties/backendPort").asInt()
            == order.port();
  }

  static ObjectNode pool(Collection<String> addresses, String networkId) {
    var body = JsonNodeFactory.instance.objectNode();
    var listed = body.putObject("properties").putArray("loadBalancerBackendAddresses");
    for (var address : addresses) {
      var one = listed.addObject().put("name", address.replace('.', '-').replace(':', '-'));
      one.putObject("properties")
          .put("ipAddress", address)
          .putObject("virtualNetwork")
          .put("id", networkId);
    }
    return body;
  }

  static Set<String> members(JsonNode pool) {
    var members = new TreeSet<String>();
    pool.at("/properties/loadBalancerBackendAddresses")
        .forEach(one -> members.add(one.at("/properties/ipAddress").asText()));
    return members;
  }
}
