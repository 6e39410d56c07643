package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.ipam.address.Family;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the Services of a tenant ask for. */
public sealed interface Demand {

  /**
   * Looked, and saw this.
   *
   * @param needed addresses that Services have or wait for, per family
   * @param used names of the claims that a Service has an address of
   * @param waiting the Services that have none and are ours to serve
   */
  record Known(Map<Family, Integer> needed, Set<String> used, List<Service> waiting)
      implements Demand {

    public Known {
      needed = Map.copyOf(needed);
      used = Set.copyOf(used);
      waiting = List.copyOf(waiting);
    }

    int needed(Family family) {
      return needed.getOrDefault(family, 0);
    }
  }

  /**
   * Could not look; never to be read as no demand.
   *
   * @param reason one CamelCase word
   * @param again after how long to look again; zero where news tell when it is worth it
   */
  record Unknown(String reason, String message, Duration again) implements Demand {

    public Unknown(String reason, String message) {
      this(reason, message, Duration.ZERO);
    }
  }

  /** After how long to look again, if no news tell. */
  default Optional<Duration> lookAgain() {
    return this instanceof Unknown(_, _, var again) && again.isPositive()
        ? Optional.of(again)
        : Optional.empty();
  }
}
