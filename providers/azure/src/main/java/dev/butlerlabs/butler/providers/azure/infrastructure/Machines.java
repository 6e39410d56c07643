package dev.butlerlabs.butler.providers.azure.infrastructure;

import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.infra.AzureSettings;
import dev.butlerlabs.butler.kernel.Base64Text;
import dev.butlerlabs.butler.providers.azure.VmSizes;
import dev.butlerlabs.butler.providers.spi.infrastructure.CloudSizes;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The machines of one pool, as an AzureMachineTemplate says them. */
final class Machines {

  private static final long SMALLEST_DISK_GB = 30;

  /** What CAPZ's admission takes; its schema does not say so. */
  private static final long LARGEST_DISK_GB = 2048;

  private static final CloudSizes SIZES = new CloudSizes(VmSizes.TABLE, "size", "azure.vmSize");

  private Machines() {}

  static Fields of(
      Pool pool,
      AzureSettings settings,
      InfrastructureOverride.@Nullable Azure override,
      Problems problems) {
    var size =
        SIZES.of(
            pool,
            Firsts.text(override == null ? null : override.vmSize(), settings.vmSize()),
            problems);
    var image =
        problems.require(
            Firsts.text(
                override == null ? null : override.imageURN(),
                pool.ownImage().orElse(null),
                settings.imageURN()),
            "worker pool " + pool.name(),
            "no image is named for its machines",
            "set spec.azure.imageURN of the ProviderConfig, or os.imageRef of the pool");
    if (pool.size().diskGi() > LARGEST_DISK_GB) {
      problems.add(
          "worker pool " + pool.name(),
          "a root disk on Azure has at most %d GiB".formatted(LARGEST_DISK_GB),
          "ask for a smaller disk, and for volumes where more is needed");
    }
    var card =
        subnet(settings, override)
            .map(name -> Fields.of("subnetName", name).with("privateIPConfigs", 1));
    var machine =
        Fields.of("vmSize", size)
            .with("image", Images.parse(image, pool, problems))
            .with("osDisk", disk(pool))
            .with("allocatePublicIP", false)
            .withList("networkInterfaces", card.stream().toList())
            .withIf("sshPublicKey", pool.ownSshKey().map(key -> Base64Text.of(key).encoded()));
    identity(settings).map().forEach(machine::with);
    if (pool.os() != OsType.ROCKY) {
      // CAPZ's extension waits for a file that only cloud-init leaves behind.
      machine.with("disableVMBootstrapExtension", true);
    }
    return machine;
  }

  static Optional<String> subnet(
      AzureSettings settings, InfrastructureOverride.@Nullable Azure override) {
    return Firsts.text(override == null ? null : override.subnetName(), settings.subnetName());
  }

  private static Fields disk(Pool pool) {
    return Fields.of("osType", "Linux")
        .with("diskSizeGB", Math.max(SMALLEST_DISK_GB, pool.size().diskGi()))
        .with("managedDisk", Fields.of("storageAccountType", "Premium_LRS"));
  }

  private static Fields identity(AzureSettings settings) {
    return Firsts.text(settings.nodeIdentity())
        .map(
            id ->
                Fields.of("identity", "UserAssigned")
                    .withList(
                        "userAssignedIdentities",
                        List.of(Fields.of("providerID", "azure://" + id))))
        .orElseGet(Fields::none);
  }
}
