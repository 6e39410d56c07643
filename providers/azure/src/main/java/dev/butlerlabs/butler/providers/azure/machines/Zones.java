package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which zone a new machine goes to. Pure. */
final class Zones {

  private static final String AVOID = "full-zones=";

  private Zones() {}

  /**
   * One with few machines of the same cluster and role, and not one that had no room before; none
   * where the region has none.
   */
  static Optional<String> choose(
      List<String> offered, List<JsonNode> machines, Placement placement, Memo memo) {
    var full = avoided(memo);
    var left = offered.stream().filter(zone -> !full.contains(zone)).toList();
    return (left.isEmpty() ? offered : left)
        .stream()
            .min(
                Comparator.<String>comparingLong(
                        zone ->
                            machines.stream()
                                .filter(machine -> Tags.peers(machine, placement))
                                .filter(machine -> zone.equals(of(machine)))
                                .count())
                    .thenComparing(Comparator.naturalOrder()));
  }

  static String of(JsonNode machine) {
    return machine.path("zones").path(0).asText("");
  }

  /** A note that this zone had no room; once all have, they are all tried again. */
  static Memo avoiding(Memo memo, String zone, List<String> offered) {
    var full = new TreeSet<>(avoided(memo));
    full.add(zone);
    return full.containsAll(offered) || zone.isEmpty()
        ? Memo.NONE
        : new Memo(AVOID + String.join(",", full));
  }

  private static Set<String> avoided(Memo memo) {
    return memo.text().startsWith(AVOID)
        ? Set.copyOf(Arrays.asList(memo.text().substring(AVOID.length()).split(",", -1)))
        : Set.of();
  }
}
