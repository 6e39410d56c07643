package dev.butlerlabs.butler.providers.azure.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamesTest {

  private static final String UID = "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11";

  @Test
  void namesHoldTheWholeUidHoweverLongTheMachinesNameIs() {
    var id = new MachineId("m".repeat(63), UID);

    for (var name : List.of(Names.card(id), Names.osDisk(id), Names.dataDisk(id, 63))) {
      assertThat(name).hasSizeLessThanOrEqualTo(80).contains(UID).matches("[a-z0-9-]+[a-z0-9]");
      assertThat(Names.beside(name, id)).isTrue();
      assertThat(Names.beside(name, new MachineId("m", UID.replace('5', '6')))).isFalse();
    }
    assertThat(Names.card(new MachineId("cp-0", UID))).isEqualTo("cp-0-" + UID + "-nic");
  }

  @Test
  void labelsBecomeTagsThatAzureTakes() {
    var tags = Tags.of(new MachineId("cp-0", UID), order(Map.of("example.org/a%b", "c")));

    assertThat(tags.toString())
        .isEqualTo(
            "{\"butler.butlerlabs.dev_cluster\":\"demo\","
                + "\"butler.butlerlabs.dev_managed-by\":\"butler\","
                + "\"butler.butlerlabs.dev_owner-uid\":\""
                + UID
                + "\",\"butler.butlerlabs.dev_role\":\"worker\",\"example.org_a_b\":\"c\"}");
  }

  @Test
  void aLabelCannotNameAnotherOwner() {
    var order = order(Map.of("butler.butlerlabs.dev/owner-uid", "somebody"));

    var tags = Tags.of(new MachineId("cp-0", UID), order);

    assertThat(tags.path("butler.butlerlabs.dev_owner-uid").asText()).isEqualTo(UID);
  }

  @Test
  void moreLabelsThanAzureTakesAreRefused() {
    var labels = new HashMap<String, String>();
    for (var i = 0; i < 46; i++) {
      labels.put("l" + i, "x");
    }
    assertThat(Tags.problem(order(labels))).isEmpty();

    labels.put("one-more", "x");
    assertThat(Tags.problem(order(labels))).isPresent();
  }

  private static MachineOrder order(Map<String, String> labels) {
    return new MachineOrder(
        new Hardware(1, 1024, 10, List.of()),
        Boot.unconfigured(null),
        new Addressing.Dhcp(),
        new Placement("demo", MachineRole.WORKER),
        labels);
  }
}
