package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;

/**
 * What a cluster has left, as v3 lets it be reckoned: the memory of its hosts less that of the
 * machines that are on. What hypervisors and controller machines take is told nowhere, so it is the
 * most there can be.
 */
final class V3Room {

  private static final String UNUSABLE = "NEVER_SCHEDULABLE";

  private V3Room() {}

  static Room of(V3Api api, String cluster) throws Trouble {
    var what = "look at what cluster " + cluster + " has left";
    var hosts =
        api.all(what, "host", "").stream()
            .filter(host -> within(host, cluster))
            .map(V3Room::resources)
            .filter(host -> !host.path("host_type").asText().equals(UNUSABLE))
            .mapToLong(host -> host.path("memory_capacity_mib").asLong(0))
            .sum();
    if (hosts == 0) {
      // As an account sees it that may look at clusters and is not shown their hosts.
      throw new Trouble(
          new Fault.NotFound(what, "its hosts", "Prism Central shows none of them to the account"));
    }
    var taken =
        api.all(what, "vm", "").stream()
            .filter(vm -> within(vm, cluster))
            .map(V3Room::resources)
            .filter(vm -> vm.path("power_state").asText().equals("ON"))
            .mapToLong(vm -> vm.path("memory_size_mib").asLong(0))
            .sum();
    return new Room(null, Math.max(0, hosts - taken), null, null);
  }

  private static boolean within(JsonNode entity, String cluster) {
    return entity.at("/status/cluster_reference/uuid").asText().equals(cluster);
  }

  private static JsonNode resources(JsonNode entity) {
    return entity.at("/status/resources");
  }
}
