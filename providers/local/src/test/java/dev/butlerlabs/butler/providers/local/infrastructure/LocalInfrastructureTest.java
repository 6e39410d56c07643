package dev.butlerlabs.butler.providers.local.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.MachineSize;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalInfrastructureTest {

  @Test
  void drawsAClusterAndATemplateForEachPool() {
    var drawn = (Drawing.Drawn) draw(2, OsType.ROCKY);

    assertThat(drawn.objects()).hasSize(2);
    assertThat(drawn.cluster().kind()).isEqualTo("LocalCluster");
    var machine = drawn.objects().getLast().tree().at("/spec/template/spec/capacity");
    assertThat(machine.path("cpu").asText()).isEqualTo("2");
    assertThat(machine.path("memory").asText()).isEqualTo("8192Mi");
  }

  @Test
  void anotherSizeIsAnotherTemplate() {
    var small = (Drawing.Drawn) draw(2, OsType.ROCKY);
    var large = (Drawing.Drawn) draw(4, OsType.ROCKY);

    assertThat(small.templates()).isNotEqualTo(large.templates());
    assertThat(small.templates()).isEqualTo(((Drawing.Drawn) draw(2, OsType.KAIROS)).templates());
  }

  @Test
  void machinesWithoutKubeadmAreRefused() {
    assertThat(draw(2, OsType.TALOS)).isInstanceOf(Drawing.Refused.class);
  }

  private static Drawing draw(int cpu, OsType os) {
    var size = MachineSize.of(cpu, new Quantity("8Gi"), new Quantity("20Gi"));
    var spec =
        WireFormat.mapper().convertValue(Map.of("provider", "local"), ProviderConfigSpec.class);
    return new LocalInfrastructure()
        .draw(
            new WorkerOrder(
                "web",
                "web-1",
                Map.of(),
                "v1.36.3",
                List.of(new Pool("workers", 1, null, size, os, null, null, Map.of(), List.of())),
                null,
                spec,
                new CredentialsSecret("", "", null, Credentials.none()),
                null,
                new NodeAddressing.FromNetwork()));
  }
}
