package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.infra.NutanixSettings;
import dev.butlerlabs.butler.api.infra.NutanixSettings.BootType;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import java.util.List;
import java.util.Map;

/** An order as v4 takes it. Pure. */
final class V4Order {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TYPES = "vmm.v4.ahv.config.";
  private static final long GIBI = 1L << 30;
  private static final long MEBI = 1L << 20;

  private V4Order() {}

  /**
   * All of it.
   *
   * @param containers ids of the storage containers an order or the settings name
   * @param categories ids of those that stand for labels
   */
  static JsonNode of(
      MachineId id,
      MachineOrder order,
      Site site,
      NutanixSettings settings,
      Map<String, String> containers,
      List<String> categories) {
    var vm = JSON.createObjectNode().put("name", id.name());
    vm.put("description", Marks.description("machine", id.name(), id.uid(), order.labels()));
    vm.put("numSockets", order.hardware().cpu()).put("numCoresPerSocket", 1);
    vm.put("memorySizeBytes", order.hardware().memoryMB() * MEBI);
    vm.putObject("cluster").put("extId", site.cluster());
    vm.putObject("bootConfig")
        .put(
            "$objectType",
            TYPES + (settings.effectiveBootType() == BootType.UEFI ? "UefiBoot" : "LegacyBoot"));
    disks(vm, order, site, settings, containers);
    card(vm, order, site);
    cloudInit(vm, order);
    if (!categories.isEmpty()) {
      var list = vm.putArray("categories");
      categories.forEach(category -> list.addObject().put("extId", category));
    }
    return vm;
  }

  private static void disks(
      ObjectNode vm,
      MachineOrder order,
      Site site,
      NutanixSettings settings,
      Map<String, String> containers) {
    var usual = settings.storageContainerUUID() == null ? "" : settings.storageContainerUUID();
    var disks = vm.putArray("disks");
    disk(disks.addObject(), order.hardware().diskGB(), 0, containers.getOrDefault(usual, ""))
        .putObject("dataSource")
        .putObject("reference")
        .put("$objectType", TYPES + "ImageReference")
        .put("imageExtId", site.image());
    for (var extra : order.hardware().extraDisks()) {
      var named = extra.storageClass();
      var container = named == null || named.isEmpty() ? usual : named;
      disk(
          disks.addObject(),
          extra.sizeGB(),
          disks.size() - 1,
          containers.getOrDefault(container, ""));
    }
  }

  private static ObjectNode disk(ObjectNode disk, int gib, int index, String container) {
    disk.putObject("diskAddress").put("busType", "SCSI").put("index", index);
    var backing = disk.putObject("backingInfo").put("$objectType", TYPES + "VmDisk");
    backing.put("diskSizeBytes", gib * GIBI);
    if (!container.isEmpty()) {
      backing.putObject("storageContainer").put("extId", container);
    }
    return backing;
  }

  private static void card(ObjectNode vm, MachineOrder order, Site site) {
    var info = vm.putArray("nics").addObject().putObject("networkInfo");
    info.put("nicType", "NORMAL_NIC").putObject("subnet").put("extId", site.subnet());
    if (order.addressing() instanceof Addressing.Static fixed
        && order.boot().networkData() == null) {
      info.putObject("ipv4Config")
          .put("shouldAssignIp", true)
          .putObject("ipAddress")
          .put("value", fixed.host());
    }
  }

  private static void cloudInit(ObjectNode vm, MachineOrder order) {
    var userData = order.boot().userData();
    var networkData = order.boot().networkData();
    if (userData == null && networkData == null) {
      return;
    }
    var config = vm.putObject("guestCustomization").putObject("config");
    config.put("$objectType", TYPES + "CloudInit").put("datasourceType", "CONFIG_DRIVE_V2");
    config
        .putObject("cloudInitScript")
        .put("$objectType", TYPES + "Userdata")
        .put("value", V3Intent.base64(userData == null ? V3Intent.NOTHING : userData));
    if (networkData != null) {
      config.put("metadata", V3Intent.base64(networkData));
    }
  }
}
