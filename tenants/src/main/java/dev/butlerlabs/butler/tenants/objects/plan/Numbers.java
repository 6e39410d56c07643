package dev.butlerlabs.butler.tenants.objects.plan;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many of everything there shall be now: fewer than ordered while a cluster sleeps.
 *
 * @param plane pods of the control plane; null for the usual number
 * @param workers by pool; none for a pool whose number an autoscaler says
 */
public record Numbers(@Nullable Integer plane, Map<String, Integer> workers) {

  public Numbers {
    workers = Map.copyOf(workers);
  }

  Optional<Integer> of(String pool) {
    return Optional.ofNullable(workers.get(pool));
  }
}
