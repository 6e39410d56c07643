package dev.butlerlabs.butler.providers.azure.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Disk;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizesTest {

  private static final String REGION = "westeurope";

  @Test
  void whatIsSoldIsReadWithItsZones() throws Exception {
    var sizes =
        Sizes.of(
            List.of(
                sku("Standard_D2s_v5", 2, 8, "[]"),
                sku(
                    "Standard_D4s_v5",
                    4,
                    16,
                    "[{'type': 'Zone', 'restrictionInfo': {'zones': ['2']}}]"),
                sku("Standard_D8s_v5", 8, 32, "[{'type': 'Location', 'values': ['WestEurope']}]")),
            REGION);

    assertThat(sizes.sold()).containsOnlyKeys("Standard_D2s_v5", "Standard_D4s_v5");
    assertThat(sizes.zones("Standard_D2s_v5")).containsExactly("1", "2", "3");
    assertThat(sizes.zones("Standard_D4s_v5")).containsExactly("1", "3");
    assertThat(sizes.zones("Standard_D8s_v5")).isEmpty();
  }

  @Test
  void neverLessThanAskedIsChosen() throws Exception {
    var sizes =
        Sizes.of(
            List.of(
                sku("Standard_D2s_v5", 2, 8, "[]"),
                sku("Standard_D4s_v5", 4, 16, "[]"),
                sku("Standard_B2ms", 2, 8, "[]")),
            REGION);
    var manyDisks = Collections.nCopies(5, new Disk(1, null));

    assertThat(sizes.choose(hardware(1, 1024), null).name()).isEqualTo("Standard_D2s_v5");
    assertThat(sizes.choose(hardware(3, 1024), null).name()).isEqualTo("Standard_D4s_v5");
    assertThat(sizes.choose(hardware(2, 8192), "Standard_B2ms").name()).isEqualTo("Standard_B2ms");
    assertThat(sizes.choose(hardware(2, 8193), "Standard_B2ms").name())
        .isEqualTo("Standard_D4s_v5");
    assertThatThrownBy(() -> sizes.choose(hardware(5, 1024), null))
        .isInstanceOf(Trouble.class)
        .hasMessageContaining("the largest is Standard_D4s_v5");
    assertThatThrownBy(() -> sizes.choose(new Hardware(1, 1024, 10, manyDisks), null))
        .isInstanceOf(Trouble.class);
    assertThatThrownBy(() -> sizes.choose(hardware(1, 1024), "Standard_Z9"))
        .hasMessageContaining("spec.azure.vmSize");
  }

  private static Hardware hardware(int cpu, int memory) {
    return new Hardware(cpu, memory, 10, List.of());
  }

  private static JsonNode sku(String name, int cpu, int memory, String restrictions)
      throws Exception {
    return new ObjectMapper()
        .readTree(
            """
            {'resourceType': 'virtualMachines', 'name': '%s',
             'locationInfo': [{'location': 'westeurope', 'zones': ['3', '1', '2']}],
             'capabilities': [{'name': 'vCPUs', 'value': '%d'}, {'name': 'MemoryGB', 'value': '%d'},
               {'name': 'MaxDataDiskCount', 'value': '4'}, {'name': 'PremiumIO', 'value': 'True'}],
             'restrictions': %s}
            """
                .formatted(name, cpu, memory, restrictions)
                .replace('\'', '"'));
  }
}
