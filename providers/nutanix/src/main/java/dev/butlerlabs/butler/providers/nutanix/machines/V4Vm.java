package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.machine.MacAddress;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.UsableAddresses;
import java.util.ArrayList;

/**
 * One machine as v4 shows it. It may hold user data, so it prints only its id.
 *
 * @param etag says which state of it was seen; empty in lists
 */
record V4Vm(JsonNode body, String etag) {

  String id() {
    return body.path("extId").asText();
  }

  String name() {
    return body.path("name").asText();
  }

  boolean marked(String uid) {
    return Marks.proves(body.path("description").asText(""), uid);
  }

  String power() {
    return body.path("powerState").asText("UNDETERMINED");
  }

  boolean on() {
    return power().equals("ON");
  }

  Machine machine() {
    var card = body.path("nics").path(0);
    var info = card.path("networkInfo");
    var addresses = new ArrayList<String>();
    addresses.add(info.path("ipv4Config").path("ipAddress").path("value").asText(""));
    info.path("ipv4Info")
        .path("learnedIpAddresses")
        .forEach(address -> addresses.add(address.path("value").asText("")));
    return new Machine(
        new ProviderId.Nutanix(id()),
        UsableAddresses.of(addresses),
        null,
        MacAddress.parse(card.path("backingInfo").path("macAddress").asText("")).orElse(null),
        body.path("cluster").path("extId").asText(""));
  }

  @Override
  public String toString() {
    return "vm " + id();
  }
}
