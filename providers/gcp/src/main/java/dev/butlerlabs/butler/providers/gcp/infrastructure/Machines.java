package dev.butlerlabs.butler.providers.gcp.infrastructure;

import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.GcpSettings;
import dev.butlerlabs.butler.providers.gcp.MachineTypes;
import dev.butlerlabs.butler.providers.spi.infrastructure.CloudSizes;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The machines of one pool, as a GCPMachineTemplate says them. */
final class Machines {

  private static final long SMALLEST_DISK_GB = 10;
  private static final String CLOUD_PLATFORM = "https://www.googleapis.com/auth/cloud-platform";

  private static final CloudSizes SIZES =
      new CloudSizes(MachineTypes.TABLE, "machine type", "gcp.machineType");

  private Machines() {}

  static Fields of(
      Pool pool,
      WorkerOrder order,
      GcpSettings settings,
      InfrastructureOverride.@Nullable Gcp override,
      Problems problems) {
    var type =
        SIZES.of(
            pool,
            Firsts.text(override == null ? null : override.machineType(), settings.machineType()),
            problems);
    var tags =
        Stream.concat(settings.tags().stream(), Stream.of(order.uniqueName())).distinct().toList();
    var account =
        Fields.of("email", Firsts.text(settings.serviceAccount()).orElse("default"))
            .with("scopes", List.of(CLOUD_PLATFORM));
    var machine =
        Fields.of("instanceType", type)
            .with("rootDeviceSize", Math.max(SMALLEST_DISK_GB, pool.size().diskGi()))
            .with("rootDeviceType", "pd-balanced")
            .with("publicIP", false)
            .with("additionalNetworkTags", tags)
            .with("serviceAccounts", account)
            .withIf("subnet", subnetwork(settings, override));
    image(pool, settings, override, problems).map().forEach(machine::with);
    return machine;
  }

  static String zone(GcpSettings settings, InfrastructureOverride.@Nullable Gcp override) {
    return Firsts.text(override == null ? null : override.zone())
        .orElseGet(settings::effectiveZone);
  }

  static @Nullable String subnetwork(
      GcpSettings settings, InfrastructureOverride.@Nullable Gcp override) {
    return Firsts.text(override == null ? null : override.subnetwork(), settings.subnetwork())
        .orElse(null);
  }

  /** Whoever is nearer to the cluster wins; of one place, the image wins over the family. */
  private static Fields image(
      Pool pool,
      GcpSettings settings,
      InfrastructureOverride.@Nullable Gcp override,
      Problems problems) {
    var image =
        Firsts.text(override == null ? null : override.image())
            .or(() -> family(override).isPresent() ? Firsts.text() : pool.ownImage());
    if (image.isPresent()) {
      return Fields.of("image", full(image.get(), "images/", settings));
    }
    var family = family(override);
    if (family.isEmpty() && Firsts.text(settings.image()).isPresent()) {
      return Fields.of(
          "image", full(Firsts.text(settings.image()).orElse(""), "images/", settings));
    }
    var named =
        problems.require(
            family.or(() -> Firsts.text(settings.imageFamily())),
            "worker pool " + pool.name(),
            "no image is named for its machines",
            "set spec.gcp.image or imageFamily of the ProviderConfig, or os.imageRef of the pool");
    return Fields.of("imageFamily", full(named, "images/family/", settings));
  }

  private static Optional<String> family(InfrastructureOverride.@Nullable Gcp override) {
    return Firsts.text(override == null ? null : override.imageFamily());
  }

  /** CAPG wants the project too. */
  private static String full(String name, String folder, GcpSettings settings) {
    if (name.contains("/")) {
      return name;
    }
    var project = Firsts.text(settings.imageProject()).orElse(settings.projectID());
    return "projects/%s/global/%s%s".formatted(project, folder, name);
  }
}
