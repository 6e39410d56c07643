package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Load balancers, and the public addresses in front of them. */
final class Balancers {

  static final String KIND = "Microsoft.Network/loadBalancers";
  static final String POOLS = KIND + "/backendAddressPools";
  static final String ADDRESSES = "Microsoft.Network/publicIPAddresses";
  private static final Duration CHANGE = Duration.ofSeconds(5);

  private final Estate estate;
  private final Roles roles;
  private final Subnets subnets;
  private int given;

  Balancers(Estate estate, Roles roles, Subnets subnets) {
    this.estate = estate;
    this.roles = roles;
    this.subnets = subnets;
  }

  Resource putAddress(String id, ObjectNode body) {
    var old = estate.find(id).map(known -> known.text("/properties/ipAddress"));
    var standard = body.at("/sku/name").asText().equals("Standard");
    var properties = body.withObjectProperty("properties");
    if (standard && !properties.path("publicIPAllocationMethod").asText().equals("Static")) {
      throw Refused.badRequest(
          "StandardSkuPublicIPAddressesMustBeStatic",
          "Standard sku publicIp %s must have AllocationMethod set to Static.".formatted(id));
    }
    var address = estate.put(id, ADDRESSES, body);
    properties.put("ipAddress", old.orElseGet(() -> "203.0.113." + (10 + given++)));
    settle(address);
    return address;
  }

  private void settle(Resource resource) {
    resource.state("Updating");
    estate.begin(
        CHANGE,
        () -> {
          if (resource.state().equals("Updating")) {
            resource.state("Succeeded");
          }
        });
  }

  Resource put(String id, ObjectNode body) {
    var properties = body.withObjectProperty("properties");
    var standard = body.at("/sku/name").asText().equals("Standard");
    for (var frontend : properties.path("frontendIPConfigurations")) {
      frontend(id, frontend.withObjectProperty("properties"), standard);
      named(id, "frontendIPConfigurations", frontend);
    }
    var before = members(id);
    var balancer = estate.put(id, KIND, body);
    for (var pool : properties.path("backendAddressPools")) {
      named(id, "backendAddressPools", pool);
      pool(id + "/backendAddressPools/" + pool.path("name").asText(), pool.deepCopy(), before);
    }
    for (var list : new String[] {"probes", "loadBalancingRules", "outboundRules"}) {
      properties.path(list).forEach(one -> named(id, list, one));
    }
    rules(id, balancer);
    settle(balancer);
    return balancer;
  }

  private static void named(String id, String list, JsonNode one) {
    if (one.path("name").asText("").isEmpty()) {
      throw Refused.badRequest(
          "InvalidResourceName", "Resource name is missing for an element of " + list + ".");
    }
    ((ObjectNode) one).put("id", id + "/" + list + "/" + one.path("name").asText());
  }

  private void frontend(String id, ObjectNode properties, boolean standard) {
    var address = properties.at("/publicIPAddress/id").asText("");
    var subnet = properties.at("/subnet/id").asText("");
    if (address.isEmpty() == subnet.isEmpty()) {
      throw Refused.badRequest(
          "FrontendIPConfigurationMustHaveOneOfSubnetOrPublicIP",
          "Frontend IP configuration must reference either a Subnet or a PublicIPAddress.");
    }
    if (subnet.isEmpty()) {
      roles.requireLinked("Microsoft.Network/publicIPAddresses/join/action", address);
      var found = reference(address, id);
      if (standard != found.text("/sku/name").equals("Standard")) {
        throw Refused.badRequest(
            "LoadBalancerAndPublicIPAddressSkuMismatch",
            "Load balancer sku and public IP address sku must match.");
      }
      found.properties().set("ipConfiguration", Resource.reference(id));
      found.changed();
    } else {
      roles.requireLinked("Microsoft.Network/virtualNetworks/subnets/join/action", subnet);
      reference(subnet, id);
      subnets.address(subnet, id, properties);
    }
  }

  private Resource reference(String id, String from) {
    return estate
        .find(id)
        .orElseThrow(
            () ->
                Refused.badRequest(
                    "InvalidResourceReference",
                    "Resource %s referenced by resource %s was not found.".formatted(id, from)));
  }

  private void rules(String id, Resource balancer) {
    for (var rule : balancer.at("/properties/loadBalancingRules")) {
      for (var part : List.of("frontendIPConfiguration", "backendAddressPool", "probe")) {
        var named = rule.at("/properties/" + part + "/id").asText("");
        var known = new ArrayList<String>();
        for (var list : List.of("frontendIPConfigurations", "backendAddressPools", "probes")) {
          balancer
              .at("/properties/" + list)
              .forEach(one -> known.add(one.path("id").asText().toLowerCase(Locale.ROOT)));
        }
        if (!named.isEmpty() && !known.contains(Resource.key(named))) {
          estate.remove(id);
          throw Refused.badRequest(
              "InvalidResourceReference",
              "Resource %s referenced by resource %s was not found.".formatted(named, id));
        }
      }
    }
  }

  private List<Resource> members(String id) {
    return estate
        .all(POOLS)
        .filter(pool -> Resource.key(pool.id).startsWith(Resource.key(id) + "/"))
        .toList();
  }

  private void pool(String id, ObjectNode body, List<Resource> before) {
    var old = before.stream().filter(one -> one.id.equalsIgnoreCase(id)).findFirst();
    if (old.isPresent() && !body.at("/properties").has("loadBalancerBackendAddresses")) {
      body.withObjectProperty("properties")
          .set(
              "loadBalancerBackendAddresses",
              old.get().at("/properties/loadBalancerBackendAddresses"));
    }
    estate.put(id, POOLS, body).state("Succeeded");
  }

  /** A pool by addresses is written whole. */
  Resource putPool(String id, ObjectNode body) {
    var balancer = estate.require(id.replaceFirst("(?i)/backendAddressPools/[^/]+$", ""));
    if (!balancer.text("/sku/name").equals("Standard")) {
      throw Refused.badRequest(
          "IpBasedBackendPoolNotSupported", "Pools by address need the Standard sku.");
    }
    for (var address : body.at("/properties/loadBalancerBackendAddresses")) {
      if (address.at("/properties/virtualNetwork/id").asText("").isEmpty()
          && address.at("/properties/subnet/id").asText("").isEmpty()) {
        throw Refused.badRequest(
            "BackendAddressMissingVirtualNetwork",
            "Backend address needs a reference to a virtual network or a subnet.");
      }
      roles.requireLinked(
          "Microsoft.Network/virtualNetworks/joinLoadBalancer/action",
          address.at("/properties/virtualNetwork/id").asText(""));
    }
    var pool = estate.put(id, POOLS, body);
    settle(pool);
    return pool;
  }

  String delete(Resource balancer) {
    var pools = members(balancer.id);
    balancer.state("Deleting");
    return estate.begin(
        CHANGE,
        () -> {
          pools.forEach(pool -> estate.remove(pool.id));
          estate.remove(balancer.id);
          estate
              .all(ADDRESSES)
              .filter(
                  address ->
                      address.text("/properties/ipConfiguration/id").equalsIgnoreCase(balancer.id))
              .forEach(address -> address.properties().remove("ipConfiguration"));
        });
  }

  String deleteAddress(Resource address) {
    var holder = address.text("/properties/ipConfiguration/id");
    if (!holder.isEmpty()) {
      throw Refused.badRequest(
          "PublicIPAddressCannotBeDeleted",
          "Public IP address %s can not be deleted since it is still allocated to resource %s."
              .formatted(address.id, holder));
    }
    address.state("Deleting");
    return estate.begin(CHANGE, () -> estate.remove(address.id));
  }
}
