package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One project in one region: what is there, what may be, and what is under way. */
final class Cloud {

  final InstantSource clock;
  final String project;
  final String region;
  final List<String> zones;
  final Store store;
  final Operations operations;
  final Permissions permissions = new Permissions();

  /** Limits by the names Google gives them. */
  final Map<String, Double> quotas = new TreeMap<>();

  /** Zones in which nobody gets a machine just now. */
  final Set<String> full = new TreeSet<>();

  /** Files that images may be made of, with their SHA-1 sums. */
  final Map<String, String> files = new TreeMap<>();

  /** What machines read when they started, by full name. */
  final Map<String, String> read = new TreeMap<>();

  int pageSize = 500;
  int callsLeft = Integer.MAX_VALUE;

  Cloud(InstantSource clock, String project, String region, List<String> zones) {
    this.clock = clock;
    this.project = project;
    this.region = region;
    this.zones = List.copyOf(zones);
    this.store = new Store(clock);
    this.operations = new Operations(clock, project);
    quotas.put("INSTANCES", 1000d);
    quotas.put("CPUS", 5000d);
    quotas.put("IN_USE_ADDRESSES", 100d);
    quotas.put("STATIC_ADDRESSES", 100d);
  }

  String zone(String zone) {
    return "projects/" + project + "/zones/" + zone;
  }

  String regional(String rest) {
    return "projects/" + project + "/regions/" + region + "/" + rest;
  }

  String global(String rest) {
    return "projects/" + project + "/global/" + rest;
  }

  static ObjectNode node() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** How much of a limit is taken. */
  double usage(String metric) {
    return switch (metric) {
      case "INSTANCES" -> store.names("instances").size();
      case "CPUS" ->
          store.names("instances").stream()
              .mapToInt(name -> Catalogue.cpus(store.require(name).path("machineType").asText()))
              .sum();
      case "STATIC_ADDRESSES" -> store.names("addresses").size();
      default -> 0;
    };
  }

  void requireRoom(String metric, int more) {
    var limit = quotas.getOrDefault(metric, Double.MAX_VALUE);
    if (usage(metric) + more > limit) {
      throw new Refused(
          403,
          "quotaExceeded",
          "Quota '%s' exceeded.  Limit: %.1f in region %s.".formatted(metric, limit, region));
    }
  }

  ObjectNode regionNode() {
    var shown = node().put("kind", "compute#region").put("name", region).put("status", "UP");
    var names = shown.putArray("zones");
    zones.forEach(zone -> names.add(Names.link(zone(zone))));
    var limits = shown.putArray("quotas");
    quotas.forEach(
        (metric, limit) ->
            limits
                .addObject()
                .put("metric", metric)
                .put("limit", limit)
                .put("usage", usage(metric)));
    return shown;
  }
}
