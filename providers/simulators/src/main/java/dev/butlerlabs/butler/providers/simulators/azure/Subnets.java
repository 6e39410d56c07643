package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;

/** Subnets of 256 addresses; Azure keeps the first four and the last for itself. */
final class Subnets {

  private final Estate estate;

  Subnets(Estate estate) {
    this.estate = estate;
  }

  void make(String id, String prefix) {
    var body = JsonNodeFactory.instance.objectNode();
    body.putObject("properties").put("addressPrefix", prefix);
    estate.put(id, "Microsoft.Network/virtualNetworks/subnets", body).state("Succeeded");
  }

  /** Gives the configuration its address, or checks the one it asks for. */
  void address(String subnet, String holder, ObjectNode configuration) {
    var prefix = estate.require(subnet).text("/properties/addressPrefix");
    var stem = prefix.substring(0, prefix.lastIndexOf('.') + 1);
    var taken = taken(holder);
    var asked = configuration.path("privateIPAddress").asText("");
    if (configuration.path("privateIPAllocationMethod").asText().equals("Static")) {
      if (!asked.startsWith(stem)) {
        throw Refused.badRequest(
            "PrivateIPAddressNotInSubnet",
            "Private static IP address %s does not belong to the range of subnet prefix %s."
                .formatted(asked, prefix));
      }
      var host = Integer.parseInt(asked.substring(stem.length()));
      if (host < 4 || host > 254) {
        throw Refused.badRequest(
            "PrivateIPAddressInReservedRange",
            "Private static IP address %s falls within reserved IP range.".formatted(asked));
      }
      if (taken.contains(asked)) {
        throw Refused.badRequest(
            "PrivateIPAddressIsAllocated",
            "IP configuration is using the private IP address %s which is already allocated."
                .formatted(asked));
      }
      return;
    }
    var mine = estate.find(holder).map(old -> old.text(Subnets.firstAddress())).orElse("");
    configuration.put("privateIPAddress", mine.isEmpty() ? free(stem, taken) : mine);
  }

  private static String firstAddress() {
    return "/properties/ipConfigurations/0/properties/privateIPAddress";
  }

  private static String free(String stem, Set<String> taken) {
    for (var host = 4; host < 255; host++) {
      if (!taken.contains(stem + host)) {
        return stem + host;
      }
    }
    throw Refused.badRequest(
        "SubnetIsFull", "Subnet does not have enough capacity for the addresses asked for.");
  }

  private Set<String> taken(String except) {
    var taken = new HashSet<String>();
    estate
        .all()
        .filter(resource -> !resource.id.equalsIgnoreCase(except))
        .forEach(
            resource -> {
              for (var list : new String[] {"ipConfigurations", "frontendIPConfigurations"}) {
                resource
                    .at("/properties/" + list)
                    .forEach(one -> taken.add(one.at("/properties/privateIPAddress").asText("")));
              }
            });
    return taken;
  }
}
