package dev.butlerlabs.butler.ipam.infrastructure.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.NetworkPoolStatus.InfrastructureAllocation;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.infrastructure.plan.Use.Source;
import dev.butlerlabs.butler.ipam.territory.Held;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InfrastructurePlanTest {

  private static final Block BLOCK = Block.parse("10.40.0.0/16").require();

  private static Use use(String address, Source source, String namespace, String name) {
    return Use.of(address, source, new ObjectKey(namespace, name)).findFirst().orElseThrow();
  }

  private static List<InfrastructureAllocation> told(List<Use> uses, Held... held) {
    return InfrastructurePlan.of(
        BLOCK, uses, Map.of("tenant-web", new ObjectKey("team-a", "web")), () -> List.of(held));
  }

  @Test
  @DisplayName("point 8: uses anywhere in the block are told, in numerical order")
  void point8_usesAreToldInNumericalOrder() {
    var told =
        told(
            List.of(
                use("10.40.0.100", Source.NODE, "", "cp-1"),
                use("10.40.0.20", Source.METALLB, "ops", "console"),
                use("10.41.0.3", Source.METALLB, "ops", "elsewhere"),
                use("10.40.0.3", Source.STATIC, "butler-system", "site")));

    assertThat(told)
        .extracting(InfrastructureAllocation::ip)
        .containsExactly("10.40.0.3", "10.40.0.20", "10.40.0.100");
    assertThat(told)
        .extracting(InfrastructureAllocation::source)
        .containsExactly("static", "metallb", "node");
  }

  @Test
  void anAddressIsToldOnceByWhatSaysMost() {
    var told =
        told(
            List.of(
                use("10.40.0.9", Source.MACHINE, "capi", "cp-1-abc"),
                use("10.40.0.9", Source.NODE, "", "cp-1")));

    assertThat(told).singleElement().extracting(InfrastructureAllocation::source).isEqualTo("node");
  }

  @Test
  @DisplayName("point 8: a tenant's machine with an address the tenant holds is its own affair")
  void point8_ownUseIsLeftOutAndStrayUseIsTold() {
    var machines =
        List.of(
            use("10.40.0.9", Source.MACHINE, "tenant-web", "worker-1"),
            use("10.40.0.77", Source.MACHINE, "tenant-web", "worker-2"));
    var own = held("10.40.0.8/29", "web");
    var other = held("10.40.0.72/29", "api");

    assertThat(told(machines, own, other))
        .extracting(InfrastructureAllocation::ip)
        .containsExactly("10.40.0.77");
    assertThat(told(machines)).hasSize(2);
  }

  private static Held held(String range, String cluster) {
    return new Held(
        AddressRange.parse(range).require(),
        new ObjectKey("butler-system", cluster),
        new ObjectKey("team-a", cluster));
  }

  @Test
  void namesAreNoAddresses() {
    assertThat(
            Stream.of("node-1.example", "", "10.40.0.300")
                .flatMap(text -> Use.of(text, Source.NODE, ObjectKey.cluster("node-1"))))
        .isEmpty();
  }
}
