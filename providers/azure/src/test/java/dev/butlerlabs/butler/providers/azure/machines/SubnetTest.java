package dev.butlerlabs.butler.providers.azure.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubnetTest {

  @ParameterizedTest
  @CsvSource({
    "10.40.0.9/22, 10.40.0.1, ''",
    "10.40.3.255/22, 10.40.0.1, ''",
    "10.40.0.9/22, '', ''",
    "10.40.4.1/22, 10.40.0.1, not in the subnet's range",
    "10.40.0.9/22, 10.40.0.2, first address",
    "ten/22, 10.40.0.1, is no address"
  })
  void anAddressMustBeOneTheSubnetHas(String address, String gateway, String words) {
    var problem =
        new Subnet("id", "10.40.0.0/22")
            .problem(new Addressing.Static(address, gateway, List.of()));

    assertThat(problem.map(fault -> fault.detail().contains(words)).orElse(words.isEmpty()))
        .isTrue();
    assertThat(problem.isEmpty()).isEqualTo(words.isEmpty());
  }
}
