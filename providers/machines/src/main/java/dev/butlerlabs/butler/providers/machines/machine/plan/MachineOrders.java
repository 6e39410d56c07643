package dev.butlerlabs.butler.providers.machines.machine.plan;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.infra.MachineRequestSpec;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Disk;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** From what a user wrote to what a platform is asked for. */
public final class MachineOrders {

  private MachineOrders() {}

  /**
   * The order of a spec.
   *
   * @param labels those of the MachineRequest, which name its cluster
   */
  public static MachineOrder of(MachineRequestSpec spec, Map<String, String> labels) {
    var disks =
        spec.extraDisks().stream()
            .map(disk -> new Disk(disk.sizeGB(), disk.storageClass()))
            .toList();
    return new MachineOrder(
        new Hardware(spec.cpu(), spec.memoryMB(), spec.diskGB(), disks),
        new Boot(present(spec.image()), secret(spec.userData()), secret(spec.networkData())),
        addressing(spec.address()),
        new Placement(cluster(spec, labels), spec.role()),
        spec.labels());
  }

  private static Addressing addressing(MachineRequestSpec.@Nullable Address address) {
    return address == null
        ? new Addressing.Dhcp()
        : new Addressing.Static(address.cidr(), address.gateway(), address.dnsServers());
  }

  /** The texts of an order that must never be shown. */
  public static Stream<SecretText> secrets(MachineRequestSpec spec) {
    return Stream.of(secret(spec.userData()), secret(spec.networkData()))
        .flatMap(Stream::ofNullable);
  }

  private static String cluster(MachineRequestSpec spec, Map<String, String> labels) {
    return Stream.of(labels, spec.labels())
        .flatMap(
            some ->
                Stream.of(some.get(Labels.CLUSTER), some.get(Labels.CLUSTER_BOOTSTRAP))
                    .flatMap(Stream::ofNullable))
        .findFirst()
        .orElse("");
  }

  private static @Nullable String present(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  private static @Nullable SecretText secret(@Nullable String text) {
    return text == null || text.isEmpty() ? null : new SecretText(text);
  }
}
