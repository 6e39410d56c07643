package dev.butlerlabs.butler.providers.machines.machine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.MachineRequestSpec;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineOrdersTest {

  @Test
  void withoutAnAddressTheNetworkGivesOne() {
    assertThat(order(Map.of()).addressing()).isEqualTo(new Addressing.Dhcp());
  }

  @Test
  void anAddressIsOrderedAsItIsWritten() {
    var address =
        Map.of("cidr", "10.0.0.5/24", "gateway", "10.0.0.1", "dnsServers", List.of("10.0.0.2"));

    assertThat(order(Map.of("address", address)).addressing())
        .isEqualTo(new Addressing.Static("10.0.0.5/24", "10.0.0.1", List.of("10.0.0.2")));
  }

  @Test
  void dnsServersMayBeLeftOut() {
    var address = Map.of("cidr", "10.0.0.5/24", "gateway", "10.0.0.1");

    assertThat(order(Map.of("address", address)).addressing())
        .isEqualTo(new Addressing.Static("10.0.0.5/24", "10.0.0.1", List.of()));
  }

  private static MachineOrder order(Map<String, Object> more) {
    var spec = new HashMap<String, Object>(more);
    spec.putAll(
        Map.of(
            "providerRef",
            Map.of("name", "a"),
            "machineName",
            "m",
            "role",
            "worker",
            "cpu",
            2,
            "memoryMB",
            2048,
            "diskGB",
            20));
    return MachineOrders.of(
        WireFormat.mapper().convertValue(spec, MachineRequestSpec.class), Map.of());
  }
}
