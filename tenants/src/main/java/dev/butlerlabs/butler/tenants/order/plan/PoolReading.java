package dev.butlerlabs.butler.tenants.order.plan;

import dev.butlerlabs.butler.api.clusters.MachineTemplate;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OperatingSystem;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.clusters.WorkerPool;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.providers.spi.infrastructure.MachineSize;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the pools of workers that are in force. */
final class PoolReading {

  private static final int CPU = 4;
  private static final Quantity MEMORY = new Quantity("16Gi");
  private static final Quantity DISK = new Quantity("100Gi");

  private PoolReading() {}

  /**
   * All pools.
   *
   * @param images of the factory that are on the platform, by pool
   */
  static List<Pool> pools(
      Effective effective, @Nullable ButlerConfigSpec config, Map<String, String> images) {
    var key = config == null ? null : config.sshAuthorizedKey();
    return effective.pools().stream().map(pool -> pool(pool, key, images)).toList();
  }

  private static Pool pool(
      WorkerPool pool, @Nullable String platformKey, Map<String, String> images) {
    var template = Optional.ofNullable(pool.machineTemplate());
    var os = template.map(MachineTemplate::os);
    return new Pool(
        pool.name(),
        Objects.requireNonNullElse(pool.replicas(), 0),
        pool.autoscaling(),
        MachineSize.of(
            template.map(MachineTemplate::cpu).orElse(CPU),
            template.map(MachineTemplate::memory).orElse(MEMORY),
            template.map(MachineTemplate::diskSize).orElse(DISK)),
        os.map(OperatingSystem::type).orElse(OsType.ROCKY),
        os.map(OperatingSystem::imageRef)
            .filter(image -> !image.isBlank())
            .orElse(images.get(pool.name())),
        os.map(OperatingSystem::sshAuthorizedKey).orElse(platformKey),
        pool.labels(),
        pool.taints());
  }
}
