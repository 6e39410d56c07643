package dev.butlerlabs.butler.providers.nutanix.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.infra.NutanixSettings;
import dev.butlerlabs.butler.api.infra.NutanixSettings.BootType;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An order as a v3 intent. Pure. */
final class V3Intent {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long GIBI = 1L << 30;

  /** Prism takes no cloud-init without user data. */
  static final SecretText NOTHING = new SecretText("#cloud-config\n{}\n");

  private V3Intent() {}

  static JsonNode of(
      MachineId id,
      MachineOrder order,
      Note note,
      NutanixSettings settings,
      Map<String, String> categories) {
    var intent = JSON.createObjectNode().put("api_version", "3.1.0");
    var metadata = intent.putObject("metadata").put("kind", "vm").put("uuid", note.uuid());
    if (!categories.isEmpty()) {
      categories.forEach(metadata.putObject("categories")::put);
    }
    var spec = intent.putObject("spec").put("name", id.name());
    spec.put("description", Marks.description("machine", id.name(), id.uid(), order.labels()));
    reference(spec.putObject("cluster_reference"), "cluster", note.site().cluster());
    var resources = spec.putObject("resources").put("power_state", "ON");
    resources.put("num_sockets", order.hardware().cpu()).put("num_vcpus_per_socket", 1);
    resources.put("memory_size_mib", order.hardware().memoryMB());
    resources
        .putObject("boot_config")
        .put("boot_type", settings.effectiveBootType() == BootType.UEFI ? "UEFI" : "LEGACY");
    disks(resources, order, note, settings);
    card(resources, order, note);
    cloudInit(resources, order);
    return intent;
  }

  private static void disks(
      ObjectNode resources, MachineOrder order, Note note, NutanixSettings settings) {
    var usual = settings.storageContainerUUID() == null ? "" : settings.storageContainerUUID();
    var disks = resources.putArray("disk_list");
    var root = disk(disks.addObject(), order.hardware().diskGB(), 0, usual);
    reference(root.putObject("data_source_reference"), "image", note.site().image());
    for (var extra : order.hardware().extraDisks()) {
      var named = extra.storageClass();
      disk(
          disks.addObject(),
          extra.sizeGB(),
          disks.size() - 1,
          named == null || named.isEmpty() ? usual : named);
    }
  }

  private static ObjectNode disk(ObjectNode disk, int gib, int index, String container) {
    disk.put("disk_size_bytes", gib * GIBI);
    disk.putObject("device_properties")
        .put("device_type", "DISK")
        .putObject("disk_address")
        .put("adapter_type", "SCSI")
        .put("device_index", index);
    if (!container.isEmpty()) {
      reference(
          disk.putObject("storage_config").putObject("storage_container_reference"),
          "storage_container",
          container);
    }
    return disk;
  }

  private static void card(ObjectNode resources, MachineOrder order, Note note) {
    var card = resources.putArray("nic_list").addObject().put("nic_type", "NORMAL_NIC");
    reference(card.putObject("subnet_reference"), "subnet", note.site().subnet());
    if (order.addressing() instanceof Addressing.Static fixed
        && order.boot().networkData() == null) {
      card.putArray("ip_endpoint_list").addObject().put("ip", fixed.host()).put("type", "ASSIGNED");
    }
  }

  private static void cloudInit(ObjectNode resources, MachineOrder order) {
    var userData = order.boot().userData();
    var networkData = order.boot().networkData();
    if (userData == null && networkData == null) {
      return;
    }
    var cloudInit = resources.putObject("guest_customization").putObject("cloud_init");
    cloudInit.put("user_data", base64(userData == null ? NOTHING : userData));
    if (networkData != null) {
      cloudInit.put("meta_data", base64(networkData));
    }
  }

  static String base64(SecretText text) {
    return Base64.getEncoder().encodeToString(text.reveal().getBytes(UTF_8));
  }

  /** What an intent holds that nobody may see. */
  static List<SecretText> secrets(MachineOrder order) {
    var secrets = new ArrayList<SecretText>();
    add(secrets, order.boot().userData());
    add(secrets, order.boot().networkData());
    return secrets;
  }

  private static void add(List<SecretText> secrets, @Nullable SecretText secret) {
    if (secret != null) {
      secrets.add(secret);
    }
  }

  private static void reference(ObjectNode at, String kind, String uuid) {
    at.put("kind", kind).put("uuid", uuid);
  }
}
