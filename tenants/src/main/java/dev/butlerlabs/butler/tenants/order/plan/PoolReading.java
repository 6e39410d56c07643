package dev.butlerlabs.butler.tenants.order.plan;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.MachineTemplate;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OperatingSystem;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.clusters.WorkerPool;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.providers.spi.infrastructure.MachineSize;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import java.util.HashMap;
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
   * @param asked the same pools as the manifest has them, with what it leaves out left out
   * @param images of the factory that are on the platform, by pool
   */
  static List<Pool> pools(
      Effective effective,
      List<WorkerPool> asked,
      @Nullable ButlerConfigSpec config,
      Map<String, String> images) {
    var key = config == null ? null : config.sshAuthorizedKey();
    return effective.pools().stream()
        .map(pool -> pool(pool, template(asked, pool.name()), key, images))
        .toList();
  }

  /** What pools say themselves of their system; which image that comes to is not theirs to say. */
  static Map<String, String> systems(Effective effective) {
    var systems = new HashMap<String, String>();
    for (var pool : effective.pools()) {
      var os = Optional.ofNullable(pool.machineTemplate()).map(MachineTemplate::os);
      var said = os.map(one -> WireFormat.mapper().valueToTree(one).toString()).orElse("");
      systems.put(
          pool.name(), said + " " + Objects.requireNonNullElse(effective.schematicID(), ""));
    }
    return systems;
  }

  private static Optional<MachineTemplate> template(List<WorkerPool> asked, String name) {
    return asked.stream()
        .filter(pool -> pool.name().equals(name))
        .findFirst()
        .map(WorkerPool::machineTemplate);
  }

  private static Pool pool(
      WorkerPool pool,
      Optional<MachineTemplate> asked,
      @Nullable String platformKey,
      Map<String, String> images) {
    var template = Optional.ofNullable(pool.machineTemplate());
    var os = template.map(MachineTemplate::os);
    return new Pool(
        pool.name(),
        Objects.requireNonNullElse(pool.replicas(), 0),
        pool.autoscaling(),
        MachineSize.of(
                template.map(MachineTemplate::cpu).orElse(CPU),
                template.map(MachineTemplate::memory).orElse(MEMORY),
                template.map(MachineTemplate::diskSize).orElse(DISK))
            .asked(
                asked.map(MachineTemplate::cpu).isPresent(),
                asked.map(MachineTemplate::memory).isPresent()),
        os.map(OperatingSystem::type).orElse(OsType.ROCKY),
        os.map(OperatingSystem::imageRef)
            .filter(image -> !image.isBlank())
            .orElse(images.get(pool.name())),
        os.map(OperatingSystem::sshAuthorizedKey).orElse(platformKey),
        pool.labels(),
        pool.taints());
  }
}
