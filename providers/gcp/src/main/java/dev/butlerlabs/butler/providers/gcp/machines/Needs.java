package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.infra.GcpSettings;
import dev.butlerlabs.butler.providers.gcp.MachineTypes;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import java.util.ArrayList;
import java.util.List;

/** What an order needs on the platform: looked up, or told that it is not there. */
final class Needs {

  private static final String WHAT = "look whether the order can be built";

  private final Compute compute;
  private final GcpSettings settings;

  Needs(Compute compute, GcpSettings settings) {
    this.compute = compute;
    this.settings = settings;
  }

  GcpSettings settings() {
    return settings;
  }

  /** Where a new machine may go: the zone that is set, or all of the region. */
  List<String> zones() throws Trouble {
    var zone = settings.zone();
    return zone == null || zone.isEmpty() ? compute.zones() : List.of(zone);
  }

  Blueprint.Found find(MachineOrder order, String zone) throws Trouble {
    return new Blueprint.Found(image(order).path("selfLink").asText(), machineType(order, zone));
  }

  /** All that is wrong with an order; trouble with the platform itself stands alone. */
  List<Fault> problems(MachineOrder order) {
    var problems = new ArrayList<Fault>();
    for (var check :
        List.<Check>of(
            () -> withoutNetworkData(order),
            () -> machineType(order, zones().getFirst()),
            () -> image(order),
            () -> diskTypes(order, zones().getFirst()),
            () -> address(order))) {
      try {
        check.run();
      } catch (Trouble trouble) {
        var fault = trouble.fault();
        if (fault.healing() == Healing.SOON || fault instanceof Fault.Unauthorized) {
          return List.of(fault);
        }
        problems.add(fault);
      }
    }
    return problems;
  }

  private interface Check {
    void run() throws Trouble;
  }

  /** Google gives a machine its network settings itself. */
  static void withoutNetworkData(MachineOrder order) throws Trouble {
    if (order.boot().networkData() != null) {
      throw new Trouble(
          new Fault.Invalid(
              WHAT,
              "spec.networkData",
              "a machine on Google Cloud gets its network settings from the network it is on"));
    }
  }

  /** Never less than was asked for, also when the settings name a type. */
  private String machineType(MachineOrder order, String zone) throws Trouble {
    var hardware = order.hardware();
    var named = settings.machineType();
    if (named == null || named.isEmpty()) {
      return MachineTypes.TABLE
          .smallestFor(hardware)
          .orElseThrow(
              () ->
                  new Trouble(
                      new Fault.Invalid(
                          WHAT,
                          "spec.cpu and spec.memoryMB",
                          "no known machine type is as large as %d CPUs with %d MB"
                              .formatted(hardware.cpu(), hardware.memoryMB()))))
          .name();
    }
    var type = compute.machineType(zone, named);
    if (type.isEmpty()) {
      throw new Trouble(
          new Fault.NotFound(WHAT, "machine type " + named, "zone " + zone + " does not have it"));
    }
    if (type.get().path("guestCpus").asInt() < hardware.cpu()
        || type.get().path("memoryMb").asInt() < hardware.memoryMB()) {
      throw new Trouble(
          new Fault.Invalid(
              WHAT,
              "spec.gcp.machineType",
              "%s has less than the %d CPUs and %d MB that are asked for"
                  .formatted(named, hardware.cpu(), hardware.memoryMB())));
    }
    return named;
  }

  private JsonNode image(MachineOrder order) throws Trouble {
    var image = image(References.image(settings, order.boot().image()));
    var size = image.path("diskSizeGb").asInt();
    if (size > order.hardware().diskGB()) {
      throw new Trouble(
          new Fault.Invalid(
              WHAT,
              "spec.diskGB",
              "image %s needs a disk of %d GB, and %d are asked for"
                  .formatted(image.path("name").asText(), size, order.hardware().diskGB())));
    }
    return image;
  }

  /** A bare name is that of an image, or else of a family. */
  JsonNode image(References.ImageName named) throws Trouble {
    if (named.name().isEmpty()) {
      throw new Trouble(
          new Fault.Invalid(
              WHAT, "spec.image or spec.gcp.image", "no image is named to start from"));
    }
    var image = compute.image(named.project(), named.name());
    if (image.isEmpty() && named.bare()) {
      image = compute.image(named.project(), "family/" + named.name());
    }
    return image.orElseThrow(
        () ->
            new Trouble(
                new Fault.NotFound(
                    WHAT,
                    "image " + named.name(),
                    "project " + named.project() + " has no image and no family of this name")));
  }

  private void diskTypes(MachineOrder order, String zone) throws Trouble {
    for (var disk : order.hardware().extraDisks()) {
      var type = disk.storageClass();
      if (type != null && !type.isEmpty() && compute.diskType(zone, type).isEmpty()) {
        throw new Trouble(
            new Fault.NotFound(WHAT, "disk type " + type, "zone " + zone + " does not have it"));
      }
    }
  }

  /** A fixed address is one of the subnetwork; gateway and DNS are always the network's own. */
  private void address(MachineOrder order) throws Trouble {
    if (!(order.addressing() instanceof Addressing.Static fixed)) {
      return;
    }
    if (!fixed.dnsServers().isEmpty()) {
      throw new Trouble(
          new Fault.Invalid(
              WHAT, "the DNS servers", "a machine on Google Cloud asks those of its network"));
    }
    var name = References.subnetwork(settings);
    if (name.isEmpty()) {
      throw new Trouble(
          new Fault.Invalid(
              WHAT, "spec.gcp.subnetwork", "a fixed address needs the subnetwork it is in"));
    }
    var subnetwork =
        compute
            .find(name)
            .orElseThrow(
                () -> new Trouble(new Fault.NotFound(WHAT, name, "there is none of this name")));
    if (!fixed.gateway().equals(subnetwork.path("gatewayAddress").asText())) {
      throw new Trouble(
          new Fault.Invalid(
              WHAT,
              "the gateway",
              "that of the subnetwork is "
                  + subnetwork.path("gatewayAddress").asText()
                  + ", and no other can be set"));
    }
  }
}
