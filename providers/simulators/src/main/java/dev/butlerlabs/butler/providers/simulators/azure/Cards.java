package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Network interfaces and the addresses they hold. */
final class Cards {

  static final String KIND = "Microsoft.Network/networkInterfaces";
  static final Duration CHANGE = Duration.ofSeconds(3);
  private static final Duration RESERVED = Duration.ofMinutes(3);

  private final Estate estate;
  private final Roles roles;
  private final Subnets subnets;
  private final Map<String, Reservation> reservations = new HashMap<>();

  private record Reservation(String vm, Instant until) {}

  Cards(Estate estate, Roles roles, Subnets subnets) {
    this.estate = estate;
    this.roles = roles;
    this.subnets = subnets;
  }

  /** Makes one, or changes one that is there; what a body leaves out is taken away. */
  Resource put(String id, ObjectNode body) {
    var before = estate.find(id);
    var properties = body.withObjectProperty("properties");
    var configurations = properties.path("ipConfigurations");
    if (configurations.isEmpty()) {
      throw Refused.badRequest(
          "MissingIpConfiguration", "Network interface does not have an IP configuration.");
    }
    var group = properties.at("/networkSecurityGroup/id").asText("");
    if (!group.isEmpty()) {
      roles.requireLinked("Microsoft.Network/networkSecurityGroups/join/action", group);
      reference(group, id);
    }
    for (var configuration : configurations) {
      configure(id, configuration.withObjectProperty("properties"));
    }
    var card = estate.put(id, KIND, body);
    before.ifPresent(
        old -> {
          for (var kept : new String[] {"virtualMachine", "macAddress"}) {
            if (!old.at("/properties/" + kept).isMissingNode()) {
              properties.set(kept, old.at("/properties/" + kept));
            }
          }
        });
    card.state("Updating");
    estate.begin(
        CHANGE,
        () -> {
          if (card.state().equals("Updating")) {
            card.state("Succeeded");
          }
        });
    return card;
  }

  private void reference(String id, String from) {
    if (estate.find(id).isEmpty()) {
      throw Refused.badRequest(
          "InvalidResourceReference",
          "Resource %s referenced by resource %s was not found.".formatted(id, from));
    }
  }

  private void configure(String card, ObjectNode configuration) {
    var subnet = configuration.at("/subnet/id").asText("");
    if (subnet.isEmpty()) {
      throw Refused.badRequest(
          "SubnetIsRequired", "Subnet reference is required for ipConfiguration.");
    }
    reference(subnet, card);
    roles.requireLinked("Microsoft.Network/virtualNetworks/subnets/join/action", subnet);
    for (var pool : configuration.path("loadBalancerBackendAddressPools")) {
      roles.requireLinked(
          "Microsoft.Network/loadBalancers/backendAddressPools/join/action",
          pool.path("id").asText());
      reference(pool.path("id").asText(), card);
    }
    subnets.address(subnet, card, configuration);
    configuration.put("provisioningState", "Succeeded");
  }

  void requireFree(Resource card, String vm) {
    if (!card.state().equals("Succeeded")) {
      throw Refused.conflict(
          "ReferencedResourceNotProvisioned",
          "Cannot proceed with operation because resource %s is in %s state."
              .formatted(card.id, card.state()));
    }
    var holder = card.text("/properties/virtualMachine/id");
    if (!holder.isEmpty() && !holder.equalsIgnoreCase(vm)) {
      throw inUse(card, holder);
    }
    unreserved(card, vm);
  }

  private void unreserved(Resource card, String vm) {
    var reservation = reservations.get(Resource.key(card.id));
    if (reservation != null
        && reservation.until().isAfter(estate.now())
        && !reservation.vm().equalsIgnoreCase(vm)) {
      throw Refused.badRequest(
          "NicReservedForAnotherVm",
          "Nic(s) in request is reserved for another Virtual Machine for 180 seconds. Please"
              + " provide another nic(s) or retry after 180 seconds. Reserved VM: "
              + reservation.vm());
    }
  }

  private static Refused inUse(Resource card, String holder) {
    return Refused.badRequest(
        "NicInUse",
        "Network Interface %s is used by existing resource %s.".formatted(card.id, holder));
  }

  void attach(Resource card, String vm) {
    card.properties().set("virtualMachine", Resource.reference(vm));
    card.changed();
  }

  void powered(Resource card) {
    var number = Resource.key(card.id).hashCode();
    card.properties()
        .put(
            "macAddress",
            "00-0D-3A-%02X-%02X-%02X"
                .formatted(number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff));
    card.changed();
  }

  /** A machine lets go of it; after one that never ran it stays reserved. */
  void detach(Resource card, String reservedFor) {
    card.properties().remove("virtualMachine");
    card.changed();
    if (!reservedFor.isEmpty()) {
      reserve(card.id, reservedFor);
    }
  }

  void reserve(String card, String vm) {
    reservations.put(Resource.key(card), new Reservation(vm, estate.now().plus(RESERVED)));
  }

  String delete(Resource card) {
    var holder = card.text("/properties/virtualMachine/id");
    if (!holder.isEmpty()) {
      throw inUse(card, holder);
    }
    unreserved(card, "");
    card.state("Deleting");
    return estate.begin(CHANGE, () -> estate.remove(card.id));
  }

  /** Which cards are in that pool. */
  static boolean inPool(JsonNode configuration, String pool) {
    for (var one : configuration.at("/properties/loadBalancerBackendAddressPools")) {
      if (one.path("id").asText().equalsIgnoreCase(pool)) {
        return true;
      }
    }
    return false;
  }
}
