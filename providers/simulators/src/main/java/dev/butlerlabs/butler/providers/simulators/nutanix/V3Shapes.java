package dev.butlerlabs.butler.providers.simulators.nutanix;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a machine's v3 intent asks for, checked against what is there. */
final class V3Shapes {

  private static final String ROOT = "spec.resources";
  private static final long MEBI = 1L << 20;

  private final Estate estate;

  V3Shapes(Estate estate) {
    this.estate = estate;
  }

  Vm.Shape of(JsonNode input, Vm.Shape before) {
    var spec = input.path("spec");
    var resources = spec.path("resources");
    var cluster = spec.path("cluster_reference").path("uuid").asText(before.cluster());
    if (!estate.clusters.containsKey(cluster)) {
      throw refused("spec.cluster_reference", "cluster " + cluster + " is not registered");
    }
    return new Vm.Shape(
        spec.path("name").asText(),
        spec.path("description").asText(""),
        cluster,
        resources.path("num_sockets").asInt(1),
        resources.path("num_vcpus_per_socket").asInt(1),
        resources.path("memory_size_mib").asInt(1024),
        disks(resources, before),
        nics(resources, before),
        categories(input.path("metadata").path("categories")),
        decoded(resources, "user_data"),
        decoded(resources, "meta_data"),
        resources.path("power_state").asText("OFF").equals("ON"));
  }

  static Vm.Shape nothing() {
    return new Vm.Shape("", "", "", 1, 1, 1024, List.of(), List.of(), Map.of(), "", "", false);
  }

  private List<Vm.Disk> disks(JsonNode resources, Vm.Shape before) {
    var disks = new ArrayList<Vm.Disk>();
    var slots = new ArrayList<String>();
    for (var disk : resources.path("disk_list")) {
      var at = ROOT + ".disk_list." + disks.size();
      slots.add(slot(disk, slots.size(), at, slots));
      var image = disk.path("data_source_reference").path("uuid").asText("");
      var container =
          disk.path("storage_config").path("storage_container_reference").path("uuid").asText("");
      if (!container.isEmpty() && !estate.containers.containsKey(container)) {
        throw refused(at + ".storage_config", "storage container " + container + " is not there");
      }
      var known =
          disks.size() < before.disks().size() ? before.disks().get(disks.size()).uuid() : "";
      disks.add(
          new Vm.Disk(
              known.isEmpty() ? estate.newUuid() : known, size(disk, image, at), container, image));
    }
    return disks;
  }

  private static String slot(JsonNode disk, int number, String at, List<String> taken) {
    var address = disk.path("device_properties").path("disk_address");
    var slot =
        address.path("adapter_type").asText("SCSI") + address.path("device_index").asInt(number);
    if (taken.contains(slot)) {
      throw refused(at + ".device_properties", "two disks are at " + slot);
    }
    return slot;
  }

  private long size(JsonNode disk, String image, String at) {
    var bytes = disk.path("disk_size_bytes").asLong(disk.path("disk_size_mib").asLong() * MEBI);
    if (disk.has("disk_size_bytes")
        && disk.has("disk_size_mib")
        && (bytes + MEBI - 1) / MEBI != disk.path("disk_size_mib").asLong()) {
      throw refused(at, "disk_size_mib does not match disk_size_bytes");
    }
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

  private List<Vm.Nic> nics(JsonNode resources, Vm.Shape before) {
    var nics = new ArrayList<Vm.Nic>();
    for (var nic : resources.path("nic_list")) {
      var at = ROOT + ".nic_list." + nics.size();
      var uuid = nic.path("subnet_reference").path("uuid").asText("");
      var subnet = estate.subnets.get(uuid);
      if (subnet == null) {
        throw refused(at, "The subnet with uuid " + uuid + " does not exist.");
      }
      var address = nic.path("ip_endpoint_list").path(0).path("ip").asText("");
      if (!address.isEmpty() && subnet.gateway().isEmpty()) {
        throw refused(at, "IP addresses cannot be assigned on a subnet without IP management");
      }
      var known = nics.size() < before.nics().size() ? before.nics().get(nics.size()) : null;
      var id = known == null ? estate.newUuid() : known.uuid();
      nics.add(
          new Vm.Nic(
              id,
              uuid,
              nic.path("mac_address").asText(known == null ? mac(id) : known.mac()),
              address));
    }
    return nics;
  }

  /** In Nutanix's own range. */
  static String mac(String uuid) {
    var hash = uuid.hashCode();
    return "50:6b:8d:%02x:%02x:%02x".formatted(hash >> 16 & 255, hash >> 8 & 255, hash & 255);
  }

  private Map<String, String> categories(JsonNode asked) {
    var found = new TreeMap<String, String>();
    for (var entry : asked.properties()) {
      var value = entry.getValue().asText();
      if (estate.category(entry.getKey(), value).isEmpty()) {
        throw new Refused(
            422,
            "CATEGORY_NAME_VALUE_MISMATCH",
            "Category value %s of key %s does not exist.".formatted(value, entry.getKey()));
      }
      found.put(entry.getKey(), value);
    }
    return found;
  }

  private static String decoded(JsonNode resources, String field) {
    var text = resources.path("guest_customization").path("cloud_init").path(field).asText("");
    try {
      return new String(Base64.getDecoder().decode(text), UTF_8);
    } catch (IllegalArgumentException unreadable) {
      throw refused(
          ROOT + ".guest_customization.cloud_init." + field, "the value is not base64 encoded");
    }
  }

  static Refused refused(String field, String problem) {
    return new Refused(
        422, "INVALID_REQUEST", "Request could not be processed.", Map.of(field, problem));
  }
}
