package dev.butlerlabs.butler.providers.azure.machines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZonesTest {

  private static final List<String> ALL = List.of("1", "2", "3");
  private static final Placement DEMO = new Placement("demo", MachineRole.WORKER);

  @Test
  void theZoneWithTheFewestPeersIsTaken() {
    var machines =
        List.of(
            machine("1", "demo"), machine("1", "demo"), machine("2", "demo"), machine("3", "x"));

    assertThat(Zones.choose(ALL, machines, DEMO, Memo.NONE)).contains("3");
    assertThat(Zones.choose(List.of(), machines, DEMO, Memo.NONE)).isEmpty();
  }

  @Test
  void aZoneThatHadNoRoomIsAvoidedUntilAllHadNone() {
    var one = Zones.avoiding(Memo.NONE, "1", ALL);
    var two = Zones.avoiding(one, "2", ALL);

    assertThat(Zones.choose(ALL, List.of(), DEMO, one)).contains("2");
    assertThat(Zones.choose(ALL, List.of(), DEMO, two)).contains("3");
    assertThat(Zones.avoiding(two, "3", ALL)).isEqualTo(Memo.NONE);
    assertThat(Zones.avoiding(Memo.NONE, "", List.of())).isEqualTo(Memo.NONE);
  }

  private static JsonNode machine(String zone, String cluster) {
    var machine = JsonNodeFactory.instance.objectNode();
    machine.putArray("zones").add(zone);
    machine
        .putObject("tags")
        .put("butler.butlerlabs.dev_managed-by", "butler")
        .put("Butler.butlerlabs.dev_cluster", cluster)
        .put("butler.butlerlabs.dev_role", "worker");
    return machine;
  }
}
