package dev.butlerlabs.butler.providers.nutanix.infrastructure;

import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.NutanixSettings;
import dev.butlerlabs.butler.api.infra.NutanixSettings.BootType;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The machines of one pool, as a NutanixMachineTemplate says them. */
final class Machines {

  /** What CAPX insists on. */
  private static final long SMALLEST_DISK_GI = 20;

  private static final long SMALLEST_MEMORY_MI = 2048;

  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private Machines() {}

  static Fields of(
      Pool pool,
      NutanixSettings settings,
      InfrastructureOverride.@Nullable Nutanix override,
      Problems problems) {
    var image =
        problems.require(
            Firsts.text(
                override == null ? null : override.imageUUID(),
                pool.ownImage().orElse(null),
                settings.imageUUID()),
            "worker pool " + pool.name(),
            "no image is named for its machines",
            "set spec.nutanix.imageUUID of the ProviderConfig, or os.imageRef of the pool");
    var cluster = Firsts.text(override == null ? null : override.clusterUUID()).orElse("");
    var subnet = Firsts.text(override == null ? null : override.subnetUUID()).orElse("");
    var size = pool.size();
    return Fields.of("bootType", settings.effectiveBootType() == BootType.UEFI ? "uefi" : "legacy")
        .with("vcpuSockets", size.cpu())
        .with("vcpusPerSocket", 1)
        .with("memorySize", Math.max(SMALLEST_MEMORY_MI, size.memoryMi()) + "Mi")
        .with("systemDiskSize", Math.max(SMALLEST_DISK_GI, size.diskGi()) + "Gi")
        .with("image", named(image))
        .with("cluster", named(cluster.isEmpty() ? settings.clusterUUID() : cluster))
        .withList("subnet", List.of(named(subnet.isEmpty() ? settings.subnetUUID() : subnet)));
  }

  /** Prism knows its things by UUID; CAPX also finds them by name. */
  private static Fields named(String id) {
    return UUID.matcher(id).matches()
        ? Fields.of("type", "uuid").with("uuid", id)
        : Fields.of("type", "name").with("name", id);
  }
}
