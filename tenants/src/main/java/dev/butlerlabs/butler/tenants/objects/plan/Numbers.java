package dev.butlerlabs.butler.tenants.objects.plan;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many of everything there shall be now: fewer than ordered while a cluster sleeps.
 *
 * @param plane pods of the control plane; null for the usual number
 * @param workers by pool
 */
public record Numbers(@Nullable Integer plane, Map<String, Integer> workers) {

  public Numbers {
    workers = Map.copyOf(workers);
  }

  int of(String pool) {
    return Objects.requireNonNull(workers.get(pool));
  }
}
