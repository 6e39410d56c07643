package dev.butlerlabs.butler.providers.simulators.aws;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An instance: what it was made with, and which state it is in when. */
final class Instance {

  private static final Duration CHANGING = Duration.ofSeconds(20);

  /** How long a terminated instance is still shown. */
  private static final Duration LINGERING = Duration.ofHours(1);

  final String id;
  final String token;
  final String image;
  final String type;
  final Network.Subnet subnet;
  final String address;
  final String userData;
  final Instant launched;
  final Instant shownFrom;
  final Map<String, String> order;
  final Map<String, String> tags = new TreeMap<>();
  boolean tellsCpus = true;
  private State state = State.PENDING;
  private Instant since;
  private String reason = "";

  Instance(
      String id,
      Parameters order,
      Network.Subnet subnet,
      String address,
      String userData,
      Instant launched,
      Instant shownFrom) {
    this.id = id;
    this.order = order.all();
    this.token = order.text("ClientToken");
    this.image = order.text("ImageId");
    this.type = order.text("InstanceType");
    this.subnet = subnet;
    this.address = address;
    this.userData = userData;
    this.launched = launched;
    this.shownFrom = shownFrom;
    this.since = launched;
  }

  /** With the codes AWS gives them. */
  enum State {
    PENDING(0),
    RUNNING(16),
    SHUTTING_DOWN(32),
    TERMINATED(48),
    STOPPING(64),
    STOPPED(80);

    private final int code;

    State(int code) {
      this.code = code;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Element element(String name) {
      return Element.of(name, Element.leaf("code", code), Element.leaf("name", text()));
    }
  }

  State state() {
    return state;
  }

  boolean exists() {
    return state != State.TERMINATED;
  }

  /** Moves on to where it should be by now. */
  void settle(Instant now) {
    var due = !now.isBefore(since.plus(CHANGING));
    var next =
        switch (state) {
          case PENDING -> State.RUNNING;
          case SHUTTING_DOWN -> State.TERMINATED;
          case STOPPING -> State.STOPPED;
          case RUNNING, TERMINATED, STOPPED -> null;
        };
    if (due && next != null) {
      become(next, now);
    }
  }

  void become(@Nullable State next, Instant now) {
    if (next != null) {
      state = next;
      since = now;
    }
  }

  void because(String code) {
    reason = code;
  }

  boolean forgotten(Instant now) {
    return state == State.TERMINATED && !now.isBefore(since.plus(LINGERING));
  }

  boolean shown(Instant now) {
    return !now.isBefore(shownFrom);
  }

  private String mac() {
    return "02:%s:%s:%s:%s:%s"
        .formatted(
            id.substring(9, 11),
            id.substring(11, 13),
            id.substring(13, 15),
            id.substring(15, 17),
            id.substring(17, 19));
  }

  boolean passes(Filters filters) {
    return filters.pass(
        tags,
        Map.of(
            "instance-state-name", List.of(state.text()),
            "instance-id", List.of(id),
            "image-id", List.of(image),
            "client-token", List.of(token),
            "private-ip-address", List.of(exists() ? address : ""),
            "vpc-id", List.of(exists() ? Network.VPC : ""),
            "subnet-id", List.of(exists() ? subnet.id() : "")));
  }

  /** A terminated one has lost its place in the network. */
  Element row(Map<String, Volume> volumes) {
    var row =
        Element.of(
            "item",
            Element.leaf("instanceId", id),
            Element.leaf("imageId", image),
            state.element("instanceState"),
            Element.leaf("instanceType", type),
            Element.leaf("launchTime", launched),
            Element.of("placement", Element.leaf("availabilityZone", subnet.zone())),
            cpus(),
            Element.leaf("clientToken", token),
            Tags.items(tags));
    if (!reason.isEmpty()) {
      row =
          row.and(
              Element.of(
                  "stateReason",
                  Element.leaf("code", reason),
                  Element.leaf("message", reason + ": the instance was ended")));
    }
    return exists() ? network(row).and(disks(volumes)) : row;
  }

  /** moto says nothing of it. */
  private Element cpus() {
    if (!tellsCpus) {
      return Element.of("cpuOptions");
    }
    var size = InstanceSizes.require(type);
    var threads = size.architecture().equals("arm64") ? 1 : 2;
    return Element.of(
        "cpuOptions",
        Element.leaf("coreCount", size.cpu() / threads),
        Element.leaf("threadsPerCore", threads));
  }

  private Element network(Element row) {
    var card =
        Element.of(
            "item",
            Element.leaf("networkInterfaceId", "eni-" + id.substring(2)),
            Element.leaf("subnetId", subnet.id()),
            Element.leaf("macAddress", mac()),
            Element.leaf("privateIpAddress", address),
            Element.of("attachment", Element.leaf("deviceIndex", 0)),
            Element.of(
                "privateIpAddressesSet",
                Element.of(
                    "item",
                    Element.leaf("privateIpAddress", address),
                    Element.leaf("primary", true))));
    var whole =
        row.and(Element.leaf("subnetId", subnet.id()))
            .and(Element.leaf("vpcId", Network.VPC))
            .and(Element.leaf("privateIpAddress", address))
            .and(Element.of("networkInterfaceSet", card));
    return subnet.publicAddresses() && state == State.RUNNING
        ? whole.and(Element.leaf("ipAddress", "198.51.100." + address.replaceAll(".*\\.", "")))
        : whole;
  }

  private Element disks(Map<String, Volume> volumes) {
    return Element.items(
        "blockDeviceMapping",
        volumes.values().stream().filter(volume -> volume.instance().equals(id)).toList(),
        volume ->
            Element.of(
                "item",
                Element.leaf("deviceName", volume.device()),
                Element.of(
                    "ebs",
                    Element.leaf("volumeId", volume.id),
                    Element.leaf("status", "attached"),
                    Element.leaf("deleteOnTermination", volume.deleteOnTermination))));
  }
}
