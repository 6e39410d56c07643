package dev.butlerlabs.butler.providers.gcp.machines;

import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which zone a new machine goes to. Pure. */
final class Choice {

  private static final Pattern NUMBER = Pattern.compile("(\\d{1,6})$");

  private Choice() {}

  /**
   * One with few machines of the same cluster and role. Of equals, machines numbered one after the
   * other take one after the other, so that three made at once do not meet.
   */
  static Optional<String> zone(
      List<String> zones, List<String> tried, List<Instance> peers, MachineId id) {
    var first = first(id.name());
    return zones.stream()
        .filter(zone -> !tried.contains(zone))
        .min(
            Comparator.<String>comparingLong(
                    zone -> peers.stream().filter(peer -> peer.zone().equals(zone)).count())
                .thenComparingInt(
                    zone -> Math.floorMod(zones.indexOf(zone) - first, zones.size())));
  }

  private static int first(String name) {
    var match = NUMBER.matcher(name);
    return match.find() ? Integer.parseInt(match.group(1)) : 0;
  }
}
