package dev.butlerlabs.butler.providers.infratests;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.clusters.WorkerPool.Effect;
import dev.butlerlabs.butler.api.clusters.WorkerPool.Taint;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.providers.spi.infrastructure.MachineSize;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing.FromNetwork;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing.FromPools;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing.Range;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Orders as tenants make them: each operating system, with and without everything optional. */
final class Orders {

  static final FromPools ONE_RANGE =
      new FromPools(
          List.of(new Range("10.40.0.10", "10.40.0.29")),
          "10.40.0.0/22",
          "10.40.0.1",
          List.of("10.40.0.2", "10.40.0.3"));
  static final FromPools TWO_RANGES =
      new FromPools(
          List.of(new Range("10.40.0.10", "10.40.0.29"), new Range("10.40.1.7", "10.40.1.7")),
          "10.40.0.0/22",
          "10.40.0.1",
          List.of("10.40.0.2"));
  static final FromPools IPV6 =
      new FromPools(
          List.of(new Range("fd00:40::10", "fd00:40::29")),
          "fd00:40::/64",
          "fd00:40::1",
          List.of("fd00:40::2"));

  private Orders() {}

  /** Systems, overrides, addresses, endpoints, settings and pools in 40 combinations. */
  static List<WorkerOrder> matrix(Platform platform, String namespace) {
    var orders = new ArrayList<WorkerOrder>();
    for (var os : OsType.values()) {
      for (var overridden : List.of(false, true)) {
        for (var way = 0; way < 4; way++) {
          var name = "%s-%d".formatted(platform.name().toLowerCase(Locale.ROOT), orders.size());
          orders.add(order(platform, name, namespace, os, overridden, way));
        }
      }
    }
    return orders;
  }

  private static WorkerOrder order(
      Platform platform, String name, String namespace, OsType os, boolean overridden, int way) {
    return new WorkerOrder(
        name,
        namespace,
        Map.of(Labels.TENANT, name, Labels.TEAM, "payments"),
        "v1.31.4",
        way % 2 == 0 ? List.of(first(os)) : pools(os, platform),
        way < 2 ? null : new Endpoint(way == 2 ? "192.0.2.10" : "api.demo.example.com", 6443),
        way == 0 ? platform.minimal() : platform.full(),
        platform.credentials(),
        overridden ? platform.override() : null,
        addressing(platform, way));
  }

  /** CAPMOX takes no workers without fixed addresses. */
  private static NodeAddressing addressing(Platform platform, int way) {
    return switch (way) {
      case 0 -> platform == Platform.PROXMOX ? ONE_RANGE : new FromNetwork();
      case 1 -> ONE_RANGE;
      case 2 -> TWO_RANGES;
      default -> IPV6;
    };
  }

  static Pool first(OsType os) {
    return pool("workers", os, null, size(4, "16Gi", "100Gi"));
  }

  /** The last is larger than what the settings name, by default: nobody asked for that much. */
  private static List<Pool> pools(OsType os, Platform platform) {
    return List.of(
        first(os),
        pool("small", os, platform.image(), size(1, "1500M", "3Gi")),
        pool("large", os, null, size(48, "300Gi", "1.5Ti").asked(false, false)));
  }

  static Pool pool(String name, OsType os, @Nullable String image, MachineSize size) {
    return new Pool(
        name,
        3,
        null,
        size,
        os,
        image,
        "ssh-ed25519 AAAAC3Nz ops@example.com",
        Map.of("tier", name),
        List.of(new Taint("dedicated", name, Effect.NO_SCHEDULE)));
  }

  static MachineSize size(int cpu, String memory, String disk) {
    return MachineSize.of(cpu, new Quantity(memory), new Quantity(disk));
  }
}
