package dev.butlerlabs.butler.providers.proxmox.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.machine.MacAddress;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The configuration of one guest: names and values as Proxmox writes them. */
record GuestConfig(Map<String, String> fields) {

  private static final Pattern MAC = Pattern.compile("([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}");
  private static final Pattern BRIDGE = Pattern.compile("(?:^|,)bridge=([^,]+)");
  private static final Pattern SIZE = Pattern.compile("(?:^|,)size=(\\d+)([KMGT]?)");
  private static final Pattern ADDRESS = Pattern.compile("(?:^|,)ip=([0-9.]+)/");

  GuestConfig {
    fields = Map.copyOf(fields);
  }

  static GuestConfig of(JsonNode data) {
    var fields = new TreeMap<String, String>();
    data.properties().forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
    return new GuestConfig(fields);
  }

  String field(String name) {
    return fields.getOrDefault(name, "");
  }

  boolean describes(String mark) {
    return field("description").lines().anyMatch(line -> line.strip().equals(mark));
  }

  boolean tagged(String tag) {
    return Pattern.compile("[;, ]").splitAsStream(field("tags")).anyMatch(tag::equals);
  }

  Optional<String> lock() {
    return Optional.ofNullable(fields.get("lock"));
  }

  /** A clone that has not come so far as to have a name. */
  boolean nameless() {
    return field("name").isEmpty();
  }

  Optional<MacAddress> mac() {
    var match = MAC.matcher(field("net0"));
    return match.find() ? MacAddress.parse(match.group()) : Optional.empty();
  }

  /** What its first card is attached to. */
  Optional<String> bridge() {
    var match = BRIDGE.matcher(field("net0"));
    return match.find() ? Optional.of(match.group(1)) : Optional.empty();
  }

  /** The address given by us, where it was. */
  Optional<String> staticAddress() {
    var match = ADDRESS.matcher(field("ipconfig0"));
    return match.find() ? Optional.of(match.group(1)) : Optional.empty();
  }

  /** The disk it starts from. */
  Optional<String> rootDisk() {
    var order = field("boot").replaceAll("^.*order=", "");
    return Pattern.compile("[;,]")
        .splitAsStream(order)
        .filter(name -> isDisk(name))
        .findFirst()
        .or(
            () ->
                new TreeMap<>(fields)
                    .keySet().stream()
                        .filter(name -> name.matches("(scsi|virtio|sata|ide)0"))
                        .filter(this::isDisk)
                        .findFirst());
  }

  private boolean isDisk(String name) {
    var value = field(name);
    return !value.isEmpty()
        && name.matches("(scsi|virtio|sata|ide)\\d+")
        && !value.contains("media=cdrom")
        && !value.contains("cloudinit");
  }

  /** Size of a disk in GiB, rounded down. */
  int sizeGiB(String disk) {
    var match = SIZE.matcher(field(disk));
    if (!match.find()) {
      return 0;
    }
    var number = Long.parseLong(match.group(1));
    return (int)
        switch (match.group(2)) {
          case "T" -> number << 10;
          case "G" -> number;
          case "M" -> number >> 10;
          case "K" -> number >> 20;
          default -> number >> 30;
        };
  }
}
