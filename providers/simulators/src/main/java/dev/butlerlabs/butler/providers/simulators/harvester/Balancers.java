package dev.butlerlabs.butler.providers.simulators.harvester;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Load balancers: an address out of the pool, and the guests that their selector finds. */
final class Balancers {

  private static final String HOLD = "wrangler.cattle.io/harvester-lb-controller";
  private static final String POOL = "vlan17";

  private final Sight sight;
  private volatile int addresses = 9;

  Balancers(Sight sight) {
    this.sight = sight;
  }

  /** How many addresses the pool has. */
  void addresses(int there) {
    addresses = there;
  }

  boolean turn() {
    var all = sight.list(Kind.BALANCER);
    var guests = all.isEmpty() ? List.<ObjectNode>of() : sight.list(Kind.INSTANCE);
    var moved = false;
    for (var balancer : all) {
      moved |= step(balancer, all, guests);
    }
    return moved;
  }

  private boolean step(ObjectNode balancer, List<ObjectNode> all, List<ObjectNode> guests) {
    if (Store.leaving(balancer)) {
      if (Store.finalizedBy(balancer, HOLD)) {
        Store.release(balancer, HOLD);
        sight.put(Kind.BALANCER, balancer);
        return true;
      }
      return false;
    }
    var before = balancer.deepCopy();
    if (!Store.finalizedBy(balancer, HOLD)) {
      balancer.withObjectProperty("metadata").withArrayProperty("finalizers").add(HOLD);
    } else {
      serve(balancer, all, guests);
    }
    if (balancer.equals(before)) {
      return false;
    }
    sight.put(Kind.BALANCER, balancer);
    return true;
  }

  private void serve(ObjectNode balancer, List<ObjectNode> all, List<ObjectNode> guests) {
    var status = balancer.withObjectProperty("status");
    if (!status.has("address")) {
      var free = free(all);
      if (free.isEmpty()) {
        ready(balancer, "fail to get ip from pool " + POOL + ", error: no available IP");
        return;
      }
      status.putObject("allocatedAddress").put("ipPool", POOL).put("ip", free.get());
      status.put("address", free.get());
    }
    var servers = status.putArray("backendServers");
    guests.stream()
        .filter(guest -> selected(guest, balancer.at("/spec/backendServerSelector")))
        .map(guest -> guest.at("/status/interfaces/0/ipAddress").asText())
        .filter(address -> !address.isEmpty())
        .sorted()
        .forEach(servers::add);
    ready(balancer, servers.isEmpty() ? "no running backend servers" : "");
  }

  private static void ready(ObjectNode balancer, String trouble) {
    Store.condition(
        balancer,
        Map.of(
            "type", "Ready", "status", trouble.isEmpty() ? "True" : "False", "message", trouble));
  }

  private Optional<String> free(List<ObjectNode> all) {
    Set<String> taken =
        all.stream()
            .map(balancer -> balancer.at("/status/address").asText())
            .collect(Collectors.toCollection(TreeSet::new));
    return IntStream.rangeClosed(1, addresses)
        .mapToObj(i -> "10.30.0." + i)
        .filter(address -> !taken.contains(address))
        .findFirst();
  }

  private static boolean selected(JsonNode guest, JsonNode selector) {
    return !selector.isEmpty()
        && selector.properties().stream()
            .allMatch(
                wanted -> {
                  var value = guest.path("metadata").path("labels").path(wanted.getKey()).asText();
                  for (var one : wanted.getValue()) {
                    if (one.asText().equals(value)) {
                      return true;
                    }
                  }
                  return false;
                });
  }
}
