package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.http.Form;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.OptionalLong;

/**
 * What a cluster has left, out of its statistics. Memory alone: bytes on disk are counted there
 * with all their copies, and how many of those a disk will have is not said.
 */
final class V4Room {

  private static final String STATISTICS = "/api/clustermgmt/v4.0/stats/clusters/";
  private static final String CAPACITY = "memoryCapacityBytes";
  private static final String USAGE = "overallMemoryUsageBytes";

  /** Long enough to hold a sample, and the newest counts. */
  private static final Duration WINDOW = Duration.ofMinutes(10);

  private V4Room() {}

  static Room of(PrismClient client, String cluster, Instant now) throws Trouble {
    var query = new LinkedHashMap<String, String>();
    query.put("$startTime", now.minus(WINDOW).toString());
    query.put("$endTime", now.toString());
    query.put("$select", CAPACITY + "," + USAGE);
    var statistics =
        client
            .get(
                "look at what cluster " + cluster + " has left",
                STATISTICS + cluster + "?" + Form.encode(query))
            .path("data");
    var capacity = newest(statistics.path(CAPACITY));
    var usage = newest(statistics.path(USAGE));
    return capacity.isPresent() && usage.isPresent()
        ? new Room(null, Math.max(0, capacity.getAsLong() - usage.getAsLong()) >> 20, null, null)
        : Room.UNKNOWN;
  }

  private static OptionalLong newest(JsonNode samples) {
    var time = Instant.MIN;
    var value = OptionalLong.empty();
    for (var sample : samples) {
      var at = Instant.parse(sample.path("timestamp").asText());
      if (!at.isBefore(time)) {
        time = at;
        value = OptionalLong.of(sample.path("value").asLong());
      }
    }
    return value;
  }
}
