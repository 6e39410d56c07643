package dev.butlerlabs.butler.tenants.objects.plan;

import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many of everything there shall be now: fewer than ordered while a cluster sleeps.
 *
 * @param plane pods of the control plane; null for the usual number
 * @param workers by pool; none for a pool whose number an autoscaler says
 * @param chosen what an autoscaler has said, by pool
 */
public record Numbers(
    @Nullable Integer plane, Map<String, Integer> workers, Map<String, Integer> chosen) {

  public Numbers {
    workers = Map.copyOf(workers);
    chosen = Map.copyOf(chosen);
  }

  /** How many machines a pool is to have while it does not sleep. */
  int sizeOf(Pool pool) {
    return chosen.getOrDefault(pool.name(), pool.replicas());
  }

  Optional<Integer> of(String pool) {
    return Optional.ofNullable(workers.get(pool));
  }
}
