package dev.butlerlabs.butler.providers.aws.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.aws.machines.Ec2Api.Subnet;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpreadTest {

  private static final List<Subnet> THREE =
      List.of(subnet("s-a", "a"), subnet("s-b", "b"), subnet("s-c", "c"));

  private static Subnet subnet(String id, String zone) {
    return new Subnet(id, "vpc", zone, "10.0.16.0/20", 100, false);
  }

  @ParameterizedTest
  @CsvSource({"cp-0,s-a", "cp-1,s-b", "cp-2,s-c", "cp-3,s-a"})
  void numbersGoRoundTheZones(String name, String subnet) {
    assertThat(Spread.choose(new MachineId(name, "u"), THREE, Map.of()).id()).isEqualTo(subnet);
  }

  @Test
  void theEmptiestZoneWins() {
    var crowded = Map.of("a", 2L, "b", 2L, "c", 1L);

    assertThat(Spread.choose(new MachineId("cp-0", "u"), THREE, crowded).id()).isEqualTo("s-c");
  }

  @Test
  void aNameWithoutANumberHasAPlaceThatStays() {
    var id = new MachineId("bastion", "5c8f0b52");

    assertThat(Spread.choose(id, THREE, Map.of())).isEqualTo(Spread.choose(id, THREE, Map.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.16.9,true",
    "10.0.31.255,true",
    "10.0.32.0,false",
    "10.0.15.255,false",
    "nonsense,false"
  })
  void anAddressIsInASubnetOrNot(String address, boolean inside) {
    assertThat(Spread.holds(THREE.getFirst(), address)).isEqualTo(inside);
  }

  @Test
  void theRouterHasTheFirstAddress() {
    assertThat(Spread.routes(THREE.getFirst(), "10.0.16.1")).isTrue();
    assertThat(Spread.routes(THREE.getFirst(), "10.0.16.2")).isFalse();
  }
}
