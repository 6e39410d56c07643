package dev.butlerlabs.butler.providers.spi.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Disk;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineValuesTest {

  @Test
  void anOrderShowsNeitherUserDataNorNetworkData() {
    var order =
        new MachineOrder(
            new Hardware(2, 4096, 20, List.of(new Disk(50, null))),
            new Boot("9000", new SecretText("canary-user"), new SecretText("canary-network")),
            new Addressing.Dhcp(),
            new Placement("demo", MachineRole.WORKER),
            Map.of("team", "payments"));

    assertThat(order.toString()).contains("9000", "payments").doesNotContain("canary");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"bc:24:11:aa:0b:cd", "BC-24-11-AA-0B-CD", "bc24.11aa.0bcd", "BC2411AA0BCD"})
  void hardwareAddressesAreWrittenInOneWay(String text) {
    assertThat(MacAddress.parse(text)).map(MacAddress::text).contains("BC:24:11:AA:0B:CD");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "bc:24:11:aa:0b", "virtio", "bc:24:11:aa:0b:cd:ef"})
  void otherTextsAreNoHardwareAddress(String text) {
    assertThat(MacAddress.parse(text)).isEmpty();
  }

  @Test
  void addressesNobodyElseCanUseAreLeftOut() {
    assertThat(
            UsableAddresses.of(
                List.of(
                    "127.0.0.1",
                    "fe80::1",
                    "fd00::5",
                    "169.254.3.4",
                    "10.0.0.7",
                    "0.0.0.0",
                    "224.0.0.1",
                    "10.0.0.7",
                    "pve1.example.com")))
        .containsExactly("10.0.0.7", "fd00:0:0:0:0:0:0:5");
  }

  @Test
  void privateRangesAreKnown() {
    assertThat(UsableAddresses.isPrivate("10.1.2.3")).isTrue();
    assertThat(UsableAddresses.isPrivate("172.31.0.1")).isTrue();
    assertThat(UsableAddresses.isPrivate("172.32.0.1")).isFalse();
    assertThat(UsableAddresses.isPrivate("203.0.113.9")).isFalse();
    assertThat(UsableAddresses.isPrivate("fd00::1")).isTrue();
    assertThat(UsableAddresses.isPrivate("2001:db8::1")).isFalse();
  }

  @Test
  void aMachineIsReachedAtItsPublicAddressFirst() {
    var id = new ProviderId.Proxmox("pve1", 101);

    assertThat(new Machine(id, List.of("10.0.0.7"), "203.0.113.9", null, "pve1").address())
        .contains("203.0.113.9");
    assertThat(new Machine(id, List.of("10.0.0.7"), null, null, "pve1").address())
        .contains("10.0.0.7");
    assertThat(new Machine(id, List.of(), null, null, "pve1").address()).isEmpty();
  }

  @Test
  void aStaticAddressNeedsItsNetwork() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Addressing.Static("10.0.0.5", "10.0.0.1", List.of()))
        .withMessageContaining("10.0.0.5/24");
    assertThat(new Addressing.Static("10.0.0.5/24", "10.0.0.1", List.of()).host())
        .isEqualTo("10.0.0.5");
  }
}
