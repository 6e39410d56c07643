package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Duration;
import java.util.function.Function;

/**
 * How one controller is run.
 *
 * @param workers how many reconciles may run at once
 * @param slotsPerTenant how many of them one tenant may hold, however slow it is
 * @param deadline when a reconcile is interrupted
 * @param tenantOf whom a key belongs to; tenants get their turns one after the other
 */
public record ControllerSettings(
    int workers,
    int slotsPerTenant,
    Duration deadline,
    Backoff backoff,
    Function<ObjectKey, String> tenantOf) {

  public static final ControllerSettings DEFAULT =
      new ControllerSettings(
          16, 4, Duration.ofMinutes(1), Backoff.DEFAULT, ControllerSettings::namespace);

  public ControllerSettings {
    if (slotsPerTenant < 1 || workers < slotsPerTenant) {
      throw new IllegalArgumentException(
          "%d workers with %d slots per tenant; give 1 <= slots <= workers"
              .formatted(workers, slotsPerTenant));
    }
  }

  public ControllerSettings withWorkers(int count, int perTenant) {
    return new ControllerSettings(count, perTenant, deadline, backoff, tenantOf);
  }

  public ControllerSettings withDeadline(Duration limit) {
    return new ControllerSettings(workers, slotsPerTenant, limit, backoff, tenantOf);
  }

  public ControllerSettings withBackoff(Backoff pauses) {
    return new ControllerSettings(workers, slotsPerTenant, deadline, pauses, tenantOf);
  }

  public ControllerSettings withTenantOf(Function<ObjectKey, String> tenant) {
    return new ControllerSettings(workers, slotsPerTenant, deadline, backoff, tenant);
  }

  /** A namespace is a tenant; an object of the cluster is one by itself. */
  private static String namespace(ObjectKey key) {
    return key.namespace().isEmpty() ? key.name() : key.namespace();
  }
}
