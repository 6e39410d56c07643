package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.machine.MacAddress;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.UsableAddresses;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An instance as EC2 shows it.
 *
 * @param token with which it was ordered; nobody can change or copy it
 * @param ending why it stopped or ended, as AWS's code
 * @param disks the volumes it has, by id
 */
record InstanceView(
    String id,
    State state,
    String token,
    String zone,
    List<String> addresses,
    @Nullable String publicAddress,
    @Nullable MacAddress mac,
    Instant launched,
    String ending,
    List<String> disks,
    Map<String, String> tags) {

  InstanceView {
    addresses = List.copyOf(addresses);
    disks = List.copyOf(disks);
    tags = Map.copyOf(tags);
  }

  /** In AWS's words; what we do not know is on its way somewhere. */
  enum State {
    PENDING,
    RUNNING,
    STOPPING,
    STOPPED,
    SHUTTING_DOWN,
    TERMINATED;

    static State of(String text) {
      return switch (text) {
        case "running" -> RUNNING;
        case "stopping" -> STOPPING;
        case "stopped" -> STOPPED;
        case "shutting-down" -> SHUTTING_DOWN;
        case "terminated" -> TERMINATED;
        default -> PENDING;
      };
    }
  }

  static InstanceView of(Xml xml) {
    var addresses = new ArrayList<String>();
    for (var card : xml.list("networkInterfaceSet")) {
      card.list("privateIpAddressesSet").forEach(ip -> addresses.add(ip.text("privateIpAddress")));
      card.list("ipv6AddressesSet").forEach(ip -> addresses.add(ip.text("ipv6Address")));
    }
    if (addresses.isEmpty()) {
      addresses.add(xml.text("privateIpAddress"));
    }
    var open = xml.text("ipAddress");
    addresses.add(open);
    addresses.removeIf(String::isEmpty);
    return new InstanceView(
        xml.text("instanceId"),
        State.of(xml.text("instanceState", "name")),
        xml.text("clientToken"),
        xml.text("placement", "availabilityZone"),
        UsableAddresses.of(addresses),
        open.isEmpty() ? null : open,
        mac(xml.list("networkInterfaceSet")),
        time(xml.text("launchTime")),
        xml.text("stateReason", "code"),
        xml.list("blockDeviceMapping").stream()
            .map(disk -> disk.text("ebs", "volumeId"))
            .filter(disk -> !disk.isEmpty())
            .toList(),
        xml.tags("tagSet"));
  }

  private static @Nullable MacAddress mac(List<Xml> cards) {
    return cards.stream()
        .filter(card -> card.text("attachment", "deviceIndex").equals("0"))
        .findFirst()
        .flatMap(card -> MacAddress.parse(card.text("macAddress")))
        .orElse(null);
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException unreadable) {
      return Instant.EPOCH;
    }
  }

  boolean ended() {
    return state == State.TERMINATED;
  }

  String name() {
    return tags.getOrDefault("Name", "");
  }

  Machine machine() {
    return new Machine(new ProviderId.Aws(zone, id), addresses, publicAddress, mac, zone);
  }
}
