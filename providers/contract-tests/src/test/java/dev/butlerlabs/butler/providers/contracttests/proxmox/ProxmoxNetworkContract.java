package dev.butlerlabs.butler.providers.contracttests.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.simulators.proxmox.ProxmoxStandIn;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bridge that a ProviderConfig names is looked for before any machine is tried. */
class ProxmoxNetworkContract {

  private final ProxmoxStage stage = new ProxmoxStage();

  @AfterEach
  void close() {
    stage.close();
  }

  private Preflight validated(Map<String, Object> settings) {
    try (var driver = stage.open(stage.accountWith(settings))) {
      return driver.validate();
    }
  }

  private static List<Finding> network(Preflight found) {
    return found.findings().stream().filter(finding -> finding.aspect() == Aspect.NETWORK).toList();
  }

  @Test
  void aBridgeThatNoNodeHasIsNamedWithTheNode() {
    var found = validated(Map.of("bridge", "vmbr9"));

    assertThat(found.firstFault())
        .get()
        .isInstanceOfSatisfying(
            Fault.NotFound.class,
            fault ->
                assertThat(fault.sentence())
                    .contains("bridge vmbr9", "node pve1", "it shows vmbr0, vmbr1, vmbr7"));
  }

  @Test
  void aBridgeThatOneOfTheNodesLacksIsNamedWithThatNode() {
    stage.proxmox().bridge("pve1", "vmbr9");

    var found = validated(Map.of("bridge", "vmbr9"));

    assertThat(network(found))
        .singleElement()
        .isInstanceOfSatisfying(
            Finding.Bad.class,
            bad -> assertThat(bad.fault().sentence()).contains("node pve2").doesNotContain("pve1"));
  }

  @Test
  void aBridgeThatIsThereIsTold() {
    assertThat(network(validated(Map.of("bridge", "vmbr7"))))
        .containsExactly(new Finding.Good(Aspect.NETWORK, "bridge vmbr7 on pve1, pve2"));
  }

  @Test
  void aNodeThatIsOffHoldsNothingUp() {
    stage.proxmox().bridge("pve1", "vmbr9");
    stage.proxmox().lose("pve2");

    assertThat(network(validated(Map.of("bridge", "vmbr9"))))
        .containsExactly(new Finding.Good(Aspect.NETWORK, "bridge vmbr9 on pve1"));
  }

  @Test
  void anAccountThatIsShownNoBridgeIsToldOnlyWhatItLacks() {
    var held = new HashSet<>(ProxmoxStandIn.ALL_PRIVILEGES);
    held.remove("SDN.Use");
    stage.proxmox().privileges(held);

    var found = validated(Map.of("bridge", "vmbr9"));

    assertThat(network(found)).isEmpty();
    assertThat(found.firstFault()).get().isInstanceOf(Fault.Forbidden.class);
  }

  @Test
  void withoutABridgeNobodyLooks() {
    assertThat(network(validated(Map.of()))).isEmpty();
    assertThat(stage.calls()).noneMatch(call -> call.contains("/network"));
  }
}
