package dev.butlerlabs.butler.providers.simulators.nutanix;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;

/** The intent that v3 shows of a machine that was made in another way: what it is made of. */
final class V3Spec {

  private V3Spec() {}

  static ObjectNode of(Vm.Shape shape, boolean on) {
    var spec = JsonNodeFactory.instance.objectNode();
    spec.put("name", shape.name()).put("description", shape.description());
    reference(spec.putObject("cluster_reference"), "cluster", shape.cluster());
    var resources = spec.putObject("resources");
    resources.put("num_sockets", shape.sockets()).put("num_vcpus_per_socket", shape.cores());
    resources.put("memory_size_mib", shape.memoryMiB()).put("power_state", on ? "ON" : "OFF");
    var disks = resources.putArray("disk_list");
    shape.disks().forEach(disk -> disk(disks.addObject(), disk, disks.size() - 1));
    var cards = resources.putArray("nic_list");
    shape.nics().forEach(nic -> card(cards.addObject(), nic));
    if (!shape.userData().isEmpty()) {
      resources
          .putObject("guest_customization")
          .putObject("cloud_init")
          .put("user_data", Base64.getEncoder().encodeToString(shape.userData().getBytes(UTF_8)));
    }
    return spec;
  }

  private static void disk(ObjectNode written, Vm.Disk disk, int index) {
    written.put("disk_size_bytes", disk.bytes());
    written
        .putObject("device_properties")
        .put("device_type", "DISK")
        .putObject("disk_address")
        .put("adapter_type", "SCSI")
        .put("device_index", index);
    if (!disk.image().isEmpty()) {
      reference(written.putObject("data_source_reference"), "image", disk.image());
    }
    if (!disk.container().isEmpty()) {
      reference(
          written.putObject("storage_config").putObject("storage_container_reference"),
          "storage_container",
          disk.container());
    }
  }

  private static void card(ObjectNode written, Vm.Nic nic) {
    written.put("nic_type", "NORMAL_NIC").put("mac_address", nic.mac());
    reference(written.putObject("subnet_reference"), "subnet", nic.subnet());
    if (!nic.address().isEmpty()) {
      written
          .putArray("ip_endpoint_list")
          .addObject()
          .put("ip", nic.address())
          .put("type", "ASSIGNED");
    }
  }

  private static void reference(ObjectNode written, String kind, String uuid) {
    written.put("kind", kind).put("uuid", uuid);
  }
}
