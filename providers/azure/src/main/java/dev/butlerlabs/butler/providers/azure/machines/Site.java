package dev.butlerlabs.butler.providers.azure.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.infra.AzureSettings;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What orders are built on: region, sizes, subnet and images of one account. */
final class Site {

  /** Sizes change seldom, and the list of them is long. */
  private static final Duration SIZES_KEPT = Duration.ofHours(1);

  private static final Set<String> DISK_CLASSES =
      Set.of(
          "Standard_LRS",
          "StandardSSD_LRS",
          "StandardSSD_ZRS",
          "Premium_LRS",
          "Premium_ZRS",
          "PremiumV2_LRS",
          "UltraSSD_LRS");

  /** Azure takes 87380 characters of base64. */
  private static final int LONGEST_USER_DATA = 65535;

  private final AzureClient client;
  private final Place place;
  private final AzureSettings settings;
  private final InstantSource clock;
  private final Images images;
  private final AtomicReference<@Nullable String> region = new AtomicReference<>();
  private final AtomicReference<@Nullable Kept> kept = new AtomicReference<>();

  private record Kept(Sizes sizes, Instant until) {}

  Site(AzureClient client, Place place, AzureSettings settings, InstantSource clock) {
    this.client = client;
    this.place = place;
    this.settings = settings;
    this.clock = clock;
    this.images = new Images(client, place);
  }

  AzureSettings settings() {
    return settings;
  }

  /** The region of the ProviderConfig, or else that of the resource group. */
  String location() throws Trouble {
    var known = region.get();
    if (known == null) {
      known =
          settings.location() == null || settings.location().isEmpty()
              ? client
                  .get("look at resource group " + place.group(), place.resourceGroup())
                  .path("location")
                  .asText()
              : settings.location();
      region.set(known);
    }
    return known;
  }

  Sizes sizes() throws Trouble {
    var now = kept.get();
    if (now == null || now.until().isBefore(clock.instant())) {
      var location = location();
      var skus = client.list("list the sizes sold in " + location, place.skus(location));
      now = new Kept(Sizes.of(skus, location), clock.instant().plus(SIZES_KEPT));
      kept.set(now);
    }
    return now.sizes();
  }

  Images.Image image(MachineOrder order) throws Trouble {
    return images.require(Images.named(settings, order), location());
  }

  Images.Image image(String name) throws Trouble {
    return images.require(name, location());
  }

  /** Of the subnet that is configured, whether or not it is there. */
  String subnetId() throws Trouble {
    var network = settings.vnetName();
    var name = settings.subnetName();
    if (network == null || network.isEmpty() || name == null || name.isEmpty()) {
      throw new Trouble(
          new Fault.Invalid(
              "look for the subnet",
              "spec.azure.vnetName and spec.azure.subnetName of the ProviderConfig",
              "machines need a subnet"));
    }
    return place.subnetId(network, name);
  }

  Subnet subnet() throws Trouble {
    var id = subnetId();
    return client
        .find("look for the subnet", Place.at(id, Place.NETWORK))
        .map(Subnet::of)
        .orElseThrow(
            () ->
                new Trouble(
                    new Fault.NotFound(
                        "look for the subnet",
                        "subnet " + id,
                        "the resource group has none of this name")));
  }

  /** Everything that would keep this order from being built. */
  List<Fault> problems(MachineOrder order) {
    var faults = new ArrayList<Fault>();
    try {
      var image = image(order);
      tooSmall(image, order).ifPresent(faults::add);
      if (image.specialized() && order.boot().userData() != null) {
        faults.add(
            new Fault.Invalid(
                "look at the image",
                "spec.userData",
                "a specialized image is configured already and takes none"));
      }
    } catch (Trouble trouble) {
      faults.add(trouble.fault());
    }
    try {
      var size = sizes().choose(order.hardware(), settings.vmSize());
      disks(order, size).ifPresent(faults::add);
    } catch (Trouble trouble) {
      faults.add(trouble.fault());
    }
    try {
      subnet().problem(order.addressing()).ifPresent(faults::add);
    } catch (Trouble trouble) {
      faults.add(trouble.fault());
    }
    guest(order).ifPresent(faults::add);
    Tags.problem(order).ifPresent(faults::add);
    return faults;
  }

  private static Optional<Fault> tooSmall(Images.Image image, MachineOrder order) {
    return image.diskGiB() <= order.hardware().diskGB()
        ? Optional.empty()
        : Optional.of(
            new Fault.Invalid(
                "look at the image",
                "spec.diskGB",
                "its disk has %d GB and cannot shrink to %d"
                    .formatted(image.diskGiB(), order.hardware().diskGB())));
  }

  private static Optional<Fault> disks(MachineOrder order, Sizes.Sold size) {
    for (var disk : order.hardware().extraDisks()) {
      var name = disk.storageClass();
      if (name != null && !DISK_CLASSES.contains(name)) {
        return Optional.of(
            new Fault.Invalid(
                "look at the extra disks",
                "storageClass of an extra disk",
                "Azure has no disks of class %s, only %s"
                    .formatted(name, String.join(", ", DISK_CLASSES.stream().sorted().toList()))));
      }
      if (name != null && name.startsWith("Premium") && !size.premium()) {
        return Optional.of(
            new Fault.Invalid(
                "look at the extra disks",
                "storageClass of an extra disk",
                size.name() + " takes no disks of class " + name));
      }
    }
    return Optional.empty();
  }

  private static Optional<Fault> guest(MachineOrder order) {
    if (order.boot().networkData() != null) {
      return Optional.of(
          new Fault.Invalid(
              "look at the boot data",
              "spec.networkData",
              "Azure gives guests no network data; the card's address comes from the subnet"));
    }
    var data = order.boot().userData();
    var length = data == null ? 0 : data.reveal().getBytes(UTF_8).length;
    return length <= LONGEST_USER_DATA
        ? Optional.empty()
        : Optional.of(
            new Fault.Invalid(
                "look at the boot data",
                "spec.userData",
                "%d bytes are more than the %d Azure takes".formatted(length, LONGEST_USER_DATA)));
  }
}
