package dev.butlerlabs.butler.providers.azure.machines;

import dev.butlerlabs.butler.api.infra.AzureSettings;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One resource group of one Azure subscription. */
final class AzureDriver implements Driver {

  private final AzureClient client;
  private final Place place;
  private final AzureSettings settings;
  private final Site site;
  private final AzureMachines machines;
  private final AzureBalancers balancers;
  private final AzureImages images;

  AzureDriver(
      AzureClient client,
      Place place,
      AzureSettings settings,
      @Nullable String securityGroup,
      OrphanKey key,
      InstantSource clock) {
    this.client = client;
    this.place = place;
    this.settings = settings;
    this.site = new Site(client, place, settings, clock);
    var construction = new Construction(client, place, site, securityGroup, key);
    this.machines = new AzureMachines(client, place, site, construction, clock);
    this.balancers = new AzureBalancers(client, place, site);
    this.images = new AzureImages(client, place, site);
  }

  @Override
  public Preflight validate() {
    var findings = new ArrayList<Finding>();
    var version =
        "Resource Manager, compute %s, network %s".formatted(Place.COMPUTE, Place.NETWORK);
    try {
      var permissions = client.get("look at the permissions of the account", place.permissions());
      findings.add(new Finding.Good(Aspect.CREDENTIALS, "Microsoft Entra gave a token"));
      findings.add(permissions(Role.missing(permissions)));
    } catch (Trouble trouble) {
      if (!(trouble.fault() instanceof Fault.Forbidden)) {
        return new Preflight(null, List.of(new Finding.Bad(Aspect.CREDENTIALS, trouble.fault())));
      }
      findings.add(new Finding.Good(Aspect.CREDENTIALS, "Microsoft Entra gave a token"));
      findings.add(new Finding.Bad(Aspect.PERMISSIONS, trouble.fault()));
    }
    findings.add(look(Aspect.NETWORK, () -> "subnet " + site.subnet().prefix()));
    findings.add(look(Aspect.IMAGE, this::image));
    var usages = new HashMap<String, Usage>();
    findings.add(look(Aspect.QUOTA, () -> room(usages)));
    return new Preflight(
        version,
        findings,
        new Room(left(usages, "cores"), null, null, left(usages, "virtualMachines")));
  }

  private static Finding permissions(List<String> missing) {
    return missing.isEmpty()
        ? new Finding.Good(Aspect.PERMISSIONS, Role.MACHINES.size() + " actions allowed")
        : new Finding.Bad(
            Aspect.PERMISSIONS,
            new Fault.Forbidden(
                "look at the permissions of the account",
                "its role does not allow " + String.join(", ", missing)));
  }

  private String image() throws Trouble {
    var name = settings.imageURN();
    if (name == null || name.isEmpty()) {
      return "each machine names its own";
    }
    site.image(name);
    return name;
  }

  /** How much of one limit of the region is used. */
  private record Usage(long used, long limit) {}

  private static @Nullable Long left(Map<String, Usage> usages, String name) {
    var usage = usages.get(name);
    return usage == null ? null : Math.max(0, usage.limit() - usage.used());
  }

  /**
   * Whether the region's limits allow another machine.
   *
   * @param usages filled with how much of each limit is used
   */
  private String room(Map<String, Usage> usages) throws Trouble {
    var location = site.location();
    for (var usage : client.list("look at what is used in " + location, place.usages(location))) {
      usages.put(
          usage.at("/name/value").asText(),
          new Usage(usage.path("currentValue").asLong(), usage.path("limit").asLong()));
    }
    var cores = usages.get("cores");
    if (cores == null) {
      return "the region has no limit of vCPUs";
    }
    if (cores.used() >= cores.limit()) {
      throw new Trouble(
          new Fault.Quota(
              "look at what is used in " + location,
              "all %d vCPUs of the region are used".formatted(cores.limit())));
    }
    return "%d of %d vCPUs of the region are used".formatted(cores.used(), cores.limit());
  }

  private interface Look {
    String take() throws Trouble;
  }

  private static Finding look(Aspect aspect, Look look) {
    try {
      return new Finding.Good(aspect, look.take());
    } catch (Trouble trouble) {
      return new Finding.Bad(aspect, trouble.fault());
    }
  }

  @Override
  public String place() {
    return "%s at %s".formatted(place.groupId().toLowerCase(Locale.ROOT), client.address());
  }

  @Override
  public MachineDriver machines() {
    return machines;
  }

  @Override
  public Optional<BalancerDriver> balancers() {
    return Optional.of(balancers);
  }

  @Override
  public Optional<ImageDriver> images() {
    return Optional.of(images);
  }

  @Override
  public void close() {
    client.close();
  }
}
