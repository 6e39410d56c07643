package dev.butlerlabs.butler.providers.simulators.nutanix;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a machine's v4 order asks for, checked against what is there. */
final class V4Shapes {

  private static final long MEBI = 1L << 20;

  private final Estate estate;

  V4Shapes(Estate estate) {
    this.estate = estate;
  }

  Vm.Shape of(JsonNode vm) {
    var cluster = vm.path("cluster").path("extId").asText("");
    if (!estate.clusters.containsKey(cluster)) {
      throw refused("cluster", "the cluster is missing or not registered: " + cluster);
    }
    var cloudInit = vm.path("guestCustomization").path("config");
    return new Vm.Shape(
        vm.path("name").asText(""),
        vm.path("description").asText(""),
        cluster,
        vm.path("numSockets").asInt(1),
        vm.path("numCoresPerSocket").asInt(1),
        (int) (vm.path("memorySizeBytes").asLong(1024 * MEBI) / MEBI),
        disks(vm),
        nics(vm),
        categories(vm),
        decoded(cloudInit.path("cloudInitScript").path("value"), "cloudInitScript.value"),
        decoded(cloudInit.path("metadata"), "metadata"),
        false);
  }

  private List<Vm.Disk> disks(JsonNode vm) {
    var disks = new ArrayList<Vm.Disk>();
    var slots = new ArrayList<String>();
    for (var disk : vm.path("disks")) {
      var at = "disks." + disks.size();
      var address = disk.path("diskAddress");
      var slot = address.path("busType").asText("SCSI") + address.path("index").asInt(slots.size());
      if (slots.contains(slot)) {
        throw refused(at, "two disks are at " + slot);
      }
      slots.add(slot);
      var backing = disk.path("backingInfo");
      var container = backing.path("storageContainer").path("extId").asText("");
      if (!container.isEmpty() && !estate.containers.containsKey(container)) {
        throw refused(at, "storage container " + container + " is not there");
      }
      var image = backing.path("dataSource").path("reference").path("imageExtId").asText("");
      disks.add(new Vm.Disk(estate.newUuid(), size(backing, image, at), container, image));
    }
    return disks;
  }

  private long size(JsonNode backing, String image, String at) {
    var bytes = backing.path("diskSizeBytes").asLong(0);
    if (image.isEmpty()) {
      if (bytes == 0) {
        throw refused(at, "a disk without a source needs a size");
      }
      return bytes;
    }
    var source = estate.images.require(image);
    if (bytes != 0 && bytes < source.bytes()) {
      throw refused(at, "the disk is smaller than its source");
    }
    return Math.max(bytes, source.bytes());
  }

  private List<Vm.Nic> nics(JsonNode vm) {
    var nics = new ArrayList<Vm.Nic>();
    for (var nic : vm.path("nics")) {
      var at = "nics." + nics.size();
      var info = nic.path("networkInfo");
      var uuid = info.path("subnet").path("extId").asText("");
      var subnet = estate.subnets.get(uuid);
      if (subnet == null) {
        throw refused(at, "the subnet is missing or does not exist: " + uuid);
      }
      var address = info.path("ipv4Config").path("ipAddress").path("value").asText("");
      if (!address.isEmpty() && subnet.gateway().isEmpty()) {
        throw refused(at, "IP addresses cannot be assigned on a subnet without IP management");
      }
      var id = estate.newUuid();
      nics.add(
          new Vm.Nic(
              id,
              uuid,
              nic.path("backingInfo").path("macAddress").asText(V3Shapes.mac(id)),
              address));
    }
    return nics;
  }

  private Map<String, String> categories(JsonNode vm) {
    var found = new TreeMap<String, String>();
    for (var reference : vm.path("categories")) {
      var uuid = reference.path("extId").asText("");
      var category =
          estate.categories.stream()
              .filter(known -> known.uuid().equals(uuid))
              .findFirst()
              .orElseThrow(() -> refused("categories", "category " + uuid + " does not exist"));
      found.put(category.key(), category.value());
    }
    return found;
  }

  private static String decoded(JsonNode text, String field) {
    try {
      return new String(Base64.getDecoder().decode(text.asText("")), UTF_8);
    } catch (IllegalArgumentException unreadable) {
      throw refused("guestCustomization.config." + field, "the value is not base64 encoded");
    }
  }

  static Refused refused(String field, String problem) {
    return new Refused(400, "VMM-20005", "Failed to validate the request.", Map.of(field, problem));
  }
}
