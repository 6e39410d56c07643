package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.api.infra.NutanixSettings;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One account of one Prism Central. */
final class NutanixDriver implements Driver {

  private final PrismClient client;
  private final Permissions permissions;
  private final NutanixSettings settings;
  private final Catalogue catalogue;
  private final MachineDriver machines;
  private final ImageDriver images;
  private final InstantSource clock;

  NutanixDriver(
      PrismClient client,
      NutanixSettings settings,
      Catalogue catalogue,
      MachineDriver machines,
      ImageDriver images,
      InstantSource clock) {
    this.client = client;
    this.permissions = new Permissions(client);
    this.settings = settings;
    this.catalogue = catalogue;
    this.machines = machines;
    this.images = images;
    this.clock = clock;
  }

  @Override
  public Preflight validate() {
    var findings = new ArrayList<Finding>();
    String version;
    try {
      var me = permissions.me();
      version = catalogue.version();
      findings.add(new Finding.Good(Aspect.CREDENTIALS, "Prism Central " + version));
      permissions.look(me).ifPresent(findings::add);
    } catch (Trouble trouble) {
      return new Preflight(null, List.of(new Finding.Bad(Aspect.CREDENTIALS, trouble.fault())));
    }
    findings.add(
        looked(
            Aspect.NETWORK,
            "subnet " + settings.subnetUUID(),
            () ->
                catalogue
                    .subnet(settings.subnetUUID())
                    .map(subnet -> new Catalogue.Thing(subnet.uuid(), subnet.name()))));
    image().ifPresent(findings::add);
    findings.add(
        looked(
            Aspect.QUOTA,
            "cluster " + settings.clusterUUID(),
            () -> catalogue.cluster(settings.clusterUUID())));
    return new Preflight(version, findings, room());
  }

  /** Nothing else hangs on it. */
  private Room room() {
    try {
      var cluster = catalogue.cluster(settings.clusterUUID());
      return cluster.isEmpty()
          ? Room.UNKNOWN
          : catalogue.room(cluster.get().uuid(), clock.instant());
    } catch (Trouble trouble) {
      return Room.untold(trouble.fault());
    } catch (DateTimeParseException unreadable) {
      return Room.untold(
          new Fault.Unavailable(
              "look at what cluster " + settings.clusterUUID() + " has left",
              "a time in the answer cannot be read: " + unreadable.getParsedString()));
    }
  }

  private Optional<Finding> image() {
    var named = settings.imageUUID();
    if (named == null || named.isEmpty()) {
      return Optional.of(new Finding.Good(Aspect.IMAGE, "each machine names its own"));
    }
    return Optional.of(
        looked(
            Aspect.IMAGE,
            "image " + named,
            () ->
                catalogue
                    .image(named)
                    .map(image -> new Catalogue.Thing(image.uuid(), image.name()))));
  }

  private interface Look {
    Optional<Catalogue.Thing> look() throws Trouble;
  }

  private static Finding looked(Aspect aspect, String thing, Look look) {
    try {
      return look.look()
          .<Finding>map(found -> new Finding.Good(aspect, thing + " is " + found.name()))
          .orElseGet(
              () ->
                  new Finding.Bad(
                      aspect,
                      new Fault.NotFound(
                          "look for what machines need",
                          thing,
                          "Prism Central has none of this UUID or name")));
    } catch (Trouble trouble) {
      return new Finding.Bad(aspect, trouble.fault());
    }
  }

  @Override
  public String place() {
    return client.address();
  }

  @Override
  public MachineDriver machines() {
    return machines;
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
