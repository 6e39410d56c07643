package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.local.infrastructure.LocalInfrastructure;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import dev.butlerlabs.butler.tenants.life.plan.Scenes;
import dev.butlerlabs.butler.tenants.life.plan.Sketch;
import dev.butlerlabs.butler.tenants.objects.plan.Numbers;
import dev.butlerlabs.butler.tenants.objects.plan.Rollout;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SketchesTest {

  private static final ObjectKey CLUSTER = new ObjectKey("team", "c");

  private static final Infrastructure PLATFORM = new LocalInfrastructure();

  private final Sketches sketches = new Sketches();

  @Test
  void sameBasisHasTheVerySameSketch() {
    var first = sketches.of(CLUSTER, basis(1));

    assertThat(sketches.of(CLUSTER, basis(1))).isSameAs(first);
    assertThat(sketches.of(new ObjectKey("team", "d"), basis(1))).isNotSameAs(first);
  }

  @Test
  void anotherBasisIsDrawnAnewAndBecomesTheLast() {
    var one = sketches.of(CLUSTER, basis(1));
    var two = sketches.of(CLUSTER, basis(2));

    assertThat(two).isNotEqualTo(one);
    assertThat(sketches.of(CLUSTER, basis(2))).isSameAs(two);
    assertThat(sketches.of(CLUSTER, basis(1))).isNotSameAs(one).isEqualTo(one);
  }

  @Test
  void nothingIsKeptOfAClusterThatHasGone() {
    var first = sketches.of(CLUSTER, basis(1));

    sketches.forget(CLUSTER);

    assertThat(sketches.of(CLUSTER, basis(1))).isNotSameAs(first);
  }

  private static Sketch.Basis basis(int planes) {
    var order = Scenes.order("v1.36.3", "workers");
    var spec =
        WireFormat.mapper().convertValue(Map.of("provider", "local"), ProviderConfigSpec.class);
    var workers =
        new WorkerOrder(
            order.name(),
            "web-0b6e2c1a",
            Map.of(),
            "v1.36.3",
            order.pools(),
            null,
            spec,
            new CredentialsSecret("", "", null, Credentials.of(Map.of("token", "t"))),
            null,
            new NodeAddressing.FromNetwork());
    return new Sketch.Basis(
        PLATFORM,
        workers,
        order,
        new Rollout("v1.36.3", "v1.36.3", Map.of()),
        new Numbers(planes, Map.of("workers", 0), Map.of()));
  }
}
