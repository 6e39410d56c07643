package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.infra.GcpSettings;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The one call that makes a machine with all it has. Pure. */
final class Blueprint {

  static final String ROOT_DISK_TYPE = "pd-balanced";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TAG = "[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?";

  private Blueprint() {}

  /** What was looked up before. */
  record Found(String image, String machineType) {}

  static ObjectNode of(
      MachineId id, MachineOrder order, GcpSettings settings, String zone, Found found) {
    var body = JSON.createObjectNode();
    body.put("name", id.name());
    body.put("machineType", "zones/" + zone + "/machineTypes/" + found.machineType());
    var labels = Marks.labels(id, order);
    disks(body.putArray("disks"), id, order, zone, found, labels);
    card(body.putArray("networkInterfaces").addObject(), order, settings);
    metadata(body.putObject("metadata").putArray("items"), order);
    labels.forEach(body.putObject("labels")::put);
    var tags = tags(order, settings);
    if (!tags.isEmpty()) {
      tags.forEach(body.putObject("tags").putArray("items")::add);
    }
    var account = settings.serviceAccount();
    if (account != null && !account.isEmpty()) {
      var given = body.putArray("serviceAccounts").addObject().put("email", account);
      given.putArray("scopes").add("https://www.googleapis.com/auth/cloud-platform");
    }
    return body;
  }

  private static void disks(
      ArrayNode disks,
      MachineId id,
      MachineOrder order,
      String zone,
      Found found,
      Map<String, String> labels) {
    var root = disk(disks, Marks.disk(id, 0), order.hardware().diskGB(), zone, ROOT_DISK_TYPE);
    root.put("sourceImage", found.image());
    labels.forEach(root.putObject("labels")::put);
    ((ObjectNode) disks.get(0)).put("boot", true);
    var number = 1;
    for (var extra : order.hardware().extraDisks()) {
      var type = extra.storageClass();
      var added =
          disk(
              disks,
              Marks.disk(id, number++),
              extra.sizeGB(),
              zone,
              type == null || type.isEmpty() ? ROOT_DISK_TYPE : type);
      labels.forEach(added.putObject("labels")::put);
    }
  }

  private static ObjectNode disk(
      ArrayNode disks, String name, int sizeGB, String zone, String type) {
    var disk = disks.addObject().put("autoDelete", true).put("type", "PERSISTENT");
    return disk.putObject("initializeParams")
        .put("diskName", name)
        .put("diskSizeGb", Integer.toString(sizeGB))
        .put("diskType", "zones/" + zone + "/diskTypes/" + type);
  }

  private static void card(ObjectNode card, MachineOrder order, GcpSettings settings) {
    var subnetwork = References.subnetwork(settings);
    if (subnetwork.isEmpty()) {
      card.put("network", References.network(settings));
    } else {
      card.put("subnetwork", subnetwork);
    }
    if (order.addressing() instanceof Addressing.Static fixed) {
      card.put("networkIP", fixed.host());
    }
  }

  private static void metadata(ArrayNode items, MachineOrder order) {
    var userData = order.boot().userData();
    if (userData != null) {
      items.addObject().put("key", "user-data").put("value", userData.reveal());
    }
    var labels = JSON.createObjectNode();
    new TreeMap<>(order.labels()).forEach(labels::put);
    items.addObject().put("key", "butler-labels").put("value", labels.toString());
  }

  /** Those of the settings, and the cluster's name where it can be a tag. */
  private static List<String> tags(MachineOrder order, GcpSettings settings) {
    var tags = new ArrayList<>(settings.tags());
    if (order.placement().cluster().matches(TAG)) {
      tags.add(order.placement().cluster());
    }
    return tags.stream().distinct().toList();
  }

  static List<SecretText> secrets(MachineOrder order) {
    var userData = order.boot().userData();
    return userData == null ? List.of() : List.of(userData);
  }
}
