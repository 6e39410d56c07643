package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.azure.VmSizes;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.SizeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The sizes one region sells to one subscription, and which of them serves an order. Pure. */
record Sizes(Map<String, Sold> sold) {

  Sizes {
    sold = Map.copyOf(sold);
  }

  /** One size as it is sold. */
  record Sold(
      String name, int cpu, int memoryMiB, int dataDisks, boolean premium, List<String> zones) {

    Sold {
      zones = List.copyOf(zones);
    }

    boolean serves(Hardware wanted) {
      return cpu >= wanted.cpu()
          && memoryMiB >= wanted.memoryMB()
          && dataDisks >= wanted.extraDisks().size();
    }
  }

  static Sizes of(List<JsonNode> skus, String location) {
    var sold = new TreeMap<String, Sold>();
    for (var sku : skus) {
      if (sku.path("resourceType").asText().equals("virtualMachines") && !withheld(sku, location)) {
        var name = sku.path("name").asText();
        sold.put(
            name,
            new Sold(
                name,
                (int) capability(sku, "vCPUs"),
                (int) (capability(sku, "MemoryGB") * 1024),
                (int) capability(sku, "MaxDataDiskCount"),
                capabilityText(sku, "PremiumIO").equalsIgnoreCase("True"),
                zones(sku, location)));
      }
    }
    return new Sizes(sold);
  }

  private static boolean withheld(JsonNode sku, String location) {
    for (var restriction : sku.path("restrictions")) {
      if (restriction.path("type").asText().equals("Location")) {
        for (var value : restriction.path("values")) {
          if (value.asText().equalsIgnoreCase(location)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static List<String> zones(JsonNode sku, String location) {
    var zones = new ArrayList<String>();
    for (var info : sku.path("locationInfo")) {
      if (info.path("location").asText().equalsIgnoreCase(location)) {
        info.path("zones").forEach(zone -> zones.add(zone.asText()));
      }
    }
    for (var restriction : sku.path("restrictions")) {
      if (restriction.path("type").asText().equals("Zone")) {
        restriction.at("/restrictionInfo/zones").forEach(zone -> zones.remove(zone.asText()));
      }
    }
    zones.sort(null);
    return zones;
  }

  private static double capability(JsonNode sku, String name) {
    var text = capabilityText(sku, name);
    try {
      return text.isEmpty() ? 0 : Double.parseDouble(text);
    } catch (NumberFormatException _) {
      return 0;
    }
  }

  private static String capabilityText(JsonNode sku, String name) {
    for (var capability : sku.path("capabilities")) {
      if (capability.path("name").asText().equals(name)) {
        return capability.path("value").asText("");
      }
    }
    return "";
  }

  /** Where that size is sold. */
  List<String> zones(String size) {
    var known = sold.get(size);
    return known == null ? List.of() : known.zones();
  }

  /**
   * The size of the ProviderConfig where it is large enough, else the cheapest known one that is
   * sold and large enough.
   */
  Sold choose(Hardware wanted, @Nullable String preferred) throws Trouble {
    if (preferred != null && !preferred.isEmpty()) {
      var own = sold.get(preferred);
      if (own == null) {
        throw new Trouble(
            new Fault.Invalid(
                "choose a size",
                "spec.azure.vmSize of the ProviderConfig",
                "the region does not sell " + preferred + " to this subscription"));
      }
      if (own.serves(wanted)) {
        return own;
      }
    }
    var offered =
        VmSizes.TABLE.sizes().stream()
            .filter(
                size ->
                    Optional.ofNullable(sold.get(size.name()))
                        .filter(known -> known.serves(wanted))
                        .isPresent())
            .toList();
    return new SizeTable(offered)
        .smallestFor(wanted)
        .flatMap(size -> Optional.ofNullable(sold.get(size.name())))
        .orElseThrow(() -> new Trouble(tooLarge(wanted)));
  }

  private Fault tooLarge(Hardware wanted) {
    var largest =
        new SizeTable(
                VmSizes.TABLE.sizes().stream()
                    .filter(size -> sold.containsKey(size.name()))
                    .toList())
            .largest();
    return new Fault.Invalid(
        "choose a size",
        "spec.cpu, spec.memoryMB or spec.extraDisks",
        "no size with %d CPUs, %d MB and %d extra disks is sold here; the largest is %s"
            .formatted(
                wanted.cpu(),
                wanted.memoryMB(),
                wanted.extraDisks().size(),
                largest.map(SizeTable.Size::name).orElse("none")));
  }
}
