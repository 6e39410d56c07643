package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The region: which sizes it sells, in which zones, and how much is left. */
final class Region {

  static final String NAME = "westeurope";
  static final List<String> ZONES = List.of("1", "2", "3");

  private final Map<String, Size> sizes = new LinkedHashMap<>();
  private final Set<String> withheld = new HashSet<>();
  private final Set<String> fullZones = new HashSet<>();
  private int cores = 350;

  /** One size of machines. */
  record Size(String name, String family, int cpu, int memoryGiB, int dataDisks, boolean premium) {}

  Region() {
    Definition.rows("sizes.tsv")
        .forEach(
            cells ->
                sizes.put(
                    cells[0],
                    new Size(
                        cells[0],
                        cells[1],
                        Integer.parseInt(cells[2]),
                        Integer.parseInt(cells[3]),
                        Integer.parseInt(cells[4]),
                        Boolean.parseBoolean(cells[5]))));
  }

  /** This size is not sold to the subscription. */
  void withhold(String size) {
    withheld.add(size);
  }

  void cores(int limit) {
    cores = limit;
  }

  /** Zones in which nothing can be placed just now. */
  void full(Set<String> zones) {
    fullZones.clear();
    fullZones.addAll(zones);
  }

  boolean hasRoom(String zone) {
    return !fullZones.contains(zone);
  }

  Size require(String name) {
    var size = sizes.get(name);
    if (size == null) {
      throw Refused.badRequest(
          "InvalidParameter",
          "The value %s provided for the VM size is not valid. The valid sizes in the current"
                  .formatted(name)
              + " region are: "
              + String.join(",", sizes.keySet()));
    }
    if (withheld.contains(name)) {
      throw Refused.conflict(
          "SkuNotAvailable",
          "The requested VM size for resource 'Following SKUs have failed for Capacity"
              + " Restrictions: %s' is currently not available in location '%s'."
                  .formatted(name, NAME));
    }
    return size;
  }

  void requireQuota(Size size, int used) {
    if (used + size.cpu() > cores) {
      throw Refused.conflict(
          "OperationNotAllowed",
          ("Operation could not be completed as it results in exceeding approved Total Regional"
                  + " Cores quota. Additional details - Location: %s, Current Limit: %d, Current"
                  + " Usage: %d, Additional Required: %d.")
              .formatted(NAME, cores, used, size.cpu()));
    }
  }

  ObjectNode usages(int used) {
    var list = JsonNodeFactory.instance.objectNode();
    var value = list.putArray("value");
    var usage = value.addObject();
    usage.put("unit", "Count").put("currentValue", used).put("limit", cores);
    usage.putObject("name").put("value", "cores").put("localizedValue", "Total Regional vCPUs");
    return list;
  }

  ObjectNode skus() {
    var list = JsonNodeFactory.instance.objectNode();
    var value = list.putArray("value");
    sizes.values().forEach(size -> value.add(sku(size)));
    var disk = value.addObject();
    disk.put("resourceType", "disks").put("name", "Premium_LRS");
    disk.putArray("locations").add(NAME);
    return list;
  }

  private ObjectNode sku(Size size) {
    var sku = JsonNodeFactory.instance.objectNode();
    sku.put("resourceType", "virtualMachines").put("name", size.name());
    sku.put("tier", "Standard").put("family", size.family());
    sku.putArray("locations").add(NAME);
    var zones = sku.putArray("locationInfo").addObject().put("location", NAME).putArray("zones");
    ZONES.forEach(zones::add);
    var capabilities = sku.putArray("capabilities");
    Map.of(
            "vCPUs",
            Integer.toString(size.cpu()),
            "MemoryGB",
            Integer.toString(size.memoryGiB()),
            "MaxDataDiskCount",
            Integer.toString(size.dataDisks()),
            "PremiumIO",
            size.premium() ? "True" : "False")
        .forEach((name, text) -> capabilities.addObject().put("name", name).put("value", text));
    var restrictions = sku.putArray("restrictions");
    if (withheld.contains(size.name())) {
      var restriction = restrictions.addObject().put("type", "Location");
      restriction.put("reasonCode", "NotAvailableForSubscription");
      restriction.putArray("values").add(NAME);
    }
    return sku;
  }
}
