package dev.butlerlabs.butler.providers.nutanix.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.infra.NutanixSettings;
import dev.butlerlabs.butler.providers.nutanix.machines.Catalogue.Image;
import dev.butlerlabs.butler.providers.nutanix.machines.Catalogue.Subnet;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks whether an order can be built, and where. Changes nothing. */
final class Survey {

  private static final long GIBI = 1L << 30;

  /** What Prism takes, in base64. */
  private static final int LONGEST_USER_DATA = 128_000;

  private static final int LONGEST_META_DATA = 32_000;

  private final Catalogue catalogue;
  private final NutanixSettings settings;

  Survey(Catalogue catalogue, NutanixSettings settings) {
    this.catalogue = catalogue;
    this.settings = settings;
  }

  /** What was found, and everything that is in the way. */
  record Result(Site site, List<Fault> faults) {
    Result {
      faults = List.copyOf(faults);
    }
  }

  Result of(MachineOrder order) throws Trouble {
    var faults = new ArrayList<Fault>();
    Marks.problem(order).ifPresent(faults::add);
    tooLong(order.boot().userData(), "spec.userData", LONGEST_USER_DATA).ifPresent(faults::add);
    tooLong(order.boot().networkData(), "spec.networkData", LONGEST_META_DATA)
        .ifPresent(faults::add);
    var cluster = catalogue.cluster(settings.clusterUUID());
    if (cluster.isEmpty()) {
      faults.add(missing("cluster", settings.clusterUUID()));
    }
    var subnet = catalogue.subnet(settings.subnetUUID());
    if (subnet.isEmpty()) {
      faults.add(missing("subnet", settings.subnetUUID()));
    } else {
      addressProblem(order, subnet.get()).ifPresent(faults::add);
    }
    var image = image(order, faults);
    for (var disk : order.hardware().extraDisks()) {
      var name = disk.storageClass();
      if (name != null && !name.isEmpty() && catalogue.container(name).isEmpty()) {
        faults.add(missing("storage container", name));
      }
    }
    return new Result(
        new Site(
            cluster.map(Catalogue.Thing::uuid).orElse(""),
            subnet.map(Subnet::uuid).orElse(""),
            image.map(Image::uuid).orElse("")),
        faults);
  }

  /** The place, or the first thing in the way. */
  Site site(MachineOrder order) throws Trouble {
    var result = of(order);
    if (!result.faults().isEmpty()) {
      throw new Trouble(result.faults().getFirst());
    }
    return result.site();
  }

  private Optional<Image> image(MachineOrder order, List<Fault> faults) throws Trouble {
    var named = order.boot().image();
    var wanted = named != null && !named.isEmpty() ? named : settings.imageUUID();
    if (wanted == null || wanted.isEmpty()) {
      faults.add(
          new Fault.Invalid(
              "look for the image",
              "spec.image of the machine or spec.nutanix.imageUUID of the ProviderConfig",
              "neither names an image"));
      return Optional.empty();
    }
    var image = catalogue.image(wanted);
    if (image.isEmpty()) {
      faults.add(missing("image", wanted));
    } else if (image.get().bytes() > order.hardware().diskGB() * GIBI) {
      faults.add(
          new Fault.Invalid(
              "look at image " + image.get().name(),
              "spec.diskGB",
              "the image has %d bytes and does not fit into %d GB"
                  .formatted(image.get().bytes(), order.hardware().diskGB())));
    }
    return image;
  }

  private static Fault missing(String kind, String name) {
    return new Fault.NotFound(
        "look for the " + kind, kind + " " + name, "Prism Central has none of this UUID or name");
  }

  private static Optional<Fault> tooLong(@Nullable SecretText text, String field, int most) {
    if (text == null) {
      return Optional.empty();
    }
    var length = (text.reveal().getBytes(UTF_8).length + 2) / 3 * 4;
    return length <= most
        ? Optional.empty()
        : Optional.of(
            new Fault.Invalid(
                "look at the order",
                field,
                "it has %d characters in base64, and Prism takes %d".formatted(length, most)));
  }

  /** Prism gives the address; length, gateway and DNS servers are those of the network. */
  private static Optional<Fault> addressProblem(MachineOrder order, Subnet subnet) {
    if (!(order.addressing() instanceof Addressing.Static fixed)
        || order.boot().networkData() != null) {
      return Optional.empty();
    }
    if (!subnet.managed()) {
      return wrong(subnet, "Prism gives no addresses on it, so none can be fixed");
    }
    if (!fixed.gateway().isEmpty() && !fixed.gateway().equals(subnet.gateway())) {
      return wrong(subnet, "its gateway is " + subnet.gateway() + ", not " + fixed.gateway());
    }
    if (!fixed.address().endsWith("/" + subnet.prefix())) {
      return wrong(
          subnet, "its length is /" + subnet.prefix() + ", not that of " + fixed.address());
    }
    return fixed.dnsServers().isEmpty() || subnet.dnsServers().containsAll(fixed.dnsServers())
        ? Optional.empty()
        : wrong(
            subnet, "its DNS servers are " + subnet.dnsServers() + ", not " + fixed.dnsServers());
  }

  private static Optional<Fault> wrong(Subnet subnet, String why) {
    return Optional.of(
        new Fault.Invalid(
            "look at subnet " + subnet.name(), "the address ordered for the machine", why));
  }
}
