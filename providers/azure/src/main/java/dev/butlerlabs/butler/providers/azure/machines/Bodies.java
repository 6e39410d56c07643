package dev.butlerlabs.butler.providers.azure.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A machine and its network card as Azure wants them written. Pure. */
final class Bodies {

  private static final String USER = "butler";

  private Bodies() {}

  static ObjectNode card(
      MachineId id,
      MachineOrder order,
      String location,
      String subnetId,
      @Nullable String securityGroupId) {
    var body = JsonNodeFactory.instance.objectNode().put("location", location);
    body.set("tags", Tags.of(id, order));
    var properties = body.putObject("properties");
    if (securityGroupId != null) {
      properties.putObject("networkSecurityGroup").put("id", securityGroupId);
    }
    var configuration = properties.putArray("ipConfigurations").addObject();
    configuration.put("name", "primary");
    var address = configuration.putObject("properties").put("primary", true);
    address.putObject("subnet").put("id", subnetId);
    switch (order.addressing()) {
      case Addressing.Dhcp _ -> address.put("privateIPAllocationMethod", "Dynamic");
      case Addressing.Static fixed -> {
        address.put("privateIPAllocationMethod", "Static");
        address.put("privateIPAddress", fixed.host());
        if (!fixed.dnsServers().isEmpty()) {
          var servers = properties.putObject("dnsSettings").putArray("dnsServers");
          fixed.dnsServers().forEach(servers::add);
        }
      }
    }
    return body;
  }

  /**
   * What was chosen for a machine.
   *
   * @param zone empty where the region has none
   * @param identity of the node, for the cloud's own controller
   */
  record Chosen(
      String location,
      String zone,
      Sizes.Sold size,
      Images.Image image,
      String cardId,
      @Nullable String identity,
      String key) {}

  static ObjectNode machine(MachineId id, MachineOrder order, Chosen chosen) {
    var body = JsonNodeFactory.instance.objectNode().put("location", chosen.location());
    body.set("tags", Tags.of(id, order));
    if (!chosen.zone().isEmpty()) {
      body.putArray("zones").add(chosen.zone());
    }
    if (chosen.image().plan() != null) {
      body.set("plan", chosen.image().plan());
    }
    if (chosen.identity() != null) {
      var identity = body.putObject("identity").put("type", "UserAssigned");
      identity.putObject("userAssignedIdentities").putObject(chosen.identity());
    }
    var properties = body.putObject("properties");
    properties.putObject("hardwareProfile").put("vmSize", chosen.size().name());
    properties.set("storageProfile", storage(id, order, chosen));
    if (!chosen.image().specialized()) {
      properties.set("osProfile", guest(id, order, chosen.key()));
    }
    var card = properties.putObject("networkProfile").putArray("networkInterfaces").addObject();
    card.put("id", chosen.cardId());
    card.putObject("properties").put("primary", true).put("deleteOption", "Delete");
    // Serial console and screenshots, kept by Azure itself.
    properties.putObject("diagnosticsProfile").putObject("bootDiagnostics").put("enabled", true);
    return body;
  }

  private static ObjectNode storage(MachineId id, MachineOrder order, Chosen chosen) {
    var storage = JsonNodeFactory.instance.objectNode();
    storage.set("imageReference", chosen.image().reference());
    var usual = chosen.size().premium() ? "Premium_LRS" : "StandardSSD_LRS";
    var root = storage.putObject("osDisk");
    root.put("name", Names.osDisk(id)).put("createOption", "FromImage").put("osType", "Linux");
    root.put("diskSizeGB", order.hardware().diskGB()).put("deleteOption", "Delete");
    root.put("caching", "ReadWrite").putObject("managedDisk").put("storageAccountType", usual);
    var disks = storage.putArray("dataDisks");
    for (var extra : order.hardware().extraDisks()) {
      var number = disks.size();
      var disk = disks.addObject().put("lun", number).put("name", Names.dataDisk(id, number));
      disk.put("createOption", "Empty").put("deleteOption", "Delete");
      disk.put("diskSizeGB", extra.sizeGB()).put("caching", "None");
      disk.putObject("managedDisk")
          .put("storageAccountType", extra.storageClass() == null ? usual : extra.storageClass());
    }
    return storage;
  }

  private static ObjectNode guest(MachineId id, MachineOrder order, String key) {
    var guest = JsonNodeFactory.instance.objectNode();
    guest.put("computerName", id.name()).put("adminUsername", USER);
    var userData = order.boot().userData();
    if (userData != null) {
      guest.put(
          "customData", Base64.getEncoder().encodeToString(userData.reveal().getBytes(UTF_8)));
    }
    var linux = guest.putObject("linuxConfiguration").put("disablePasswordAuthentication", true);
    linux
        .putObject("ssh")
        .putArray("publicKeys")
        .addObject()
        .put("path", "/home/" + USER + "/.ssh/authorized_keys")
        .put("keyData", key);
    return guest;
  }
}
