package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.UsableAddresses;
import java.util.ArrayList;

/** A machine as Google shows it. */
record Instance(JsonNode shown) {

  String name() {
    return shown.path("name").asText();
  }

  /** Its number, which no other machine ever has, whatever its name. */
  String number() {
    return shown.path("id").asText();
  }

  String zone() {
    return last(shown.path("zone").asText());
  }

  String status() {
    return shown.path("status").asText();
  }

  boolean belongsTo(MachineId id) {
    return name().equals(id.name()) && Marks.prove(shown.path("labels"), id.uid());
  }

  /** Google tells no hardware address. */
  Machine machine(String project) {
    var addresses = new ArrayList<String>();
    var outside = new ArrayList<String>();
    for (var card : shown.path("networkInterfaces")) {
      addresses.add(card.path("networkIP").asText());
      addresses.add(card.path("ipv6Address").asText());
      card.path("accessConfigs").forEach(access -> outside.add(access.path("natIP").asText()));
    }
    return new Machine(
        new ProviderId.Gcp(project, zone(), name()),
        UsableAddresses.of(addresses),
        UsableAddresses.of(outside).stream().findFirst().orElse(null),
        null,
        zone());
  }

  @Override
  public String toString() {
    return "instance " + name() + " in " + zone();
  }

  /** The name at the end of a URL. */
  static String last(String link) {
    return link.substring(link.lastIndexOf('/') + 1);
  }
}
