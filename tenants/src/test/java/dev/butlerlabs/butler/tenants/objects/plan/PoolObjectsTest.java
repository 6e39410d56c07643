package dev.butlerlabs.butler.tenants.objects.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.ControlPlaneResources;
import dev.butlerlabs.butler.api.clusters.Autoscaling;
import dev.butlerlabs.butler.api.clusters.ClusterAddons;
import dev.butlerlabs.butler.api.clusters.HostedControlPlane;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.providers.spi.infrastructure.MachineSize;
import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PoolObjectsTest {

  private static final String FEWEST =
      "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size";
  private static final String MOST = "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size";

  @Test
  void aPoolOfAFixedSizeSaysItsNumberAndNoBounds() {
    var deployment = deployment(pool(null), Optional.of(3));

    assertThat(spec(deployment).path("replicas").asInt()).isEqualTo(3);
    assertThat(deployment.annotations()).doesNotContainKeys(FEWEST, MOST);
    assertThat(tolerated(5)).isEqualTo("2");
  }

  @Test
  void anAutoscaledPoolSaysItsBoundsAndNoNumber() {
    var scaled = pool(new Autoscaling(2, 8));
    var deployment = deployment(scaled, Optional.empty());

    assertThat(spec(deployment).has("replicas")).isFalse();
    assertThat(deployment.annotations()).containsEntry(FEWEST, "2").containsEntry(MOST, "8");
  }

  @Test
  void aPoolThatSleepsIsNobodysToFill() {
    var deployment = deployment(pool(new Autoscaling(2, 8)), Optional.of(0));

    assertThat(spec(deployment).path("replicas").asInt(-1)).isZero();
    assertThat(deployment.annotations()).doesNotContainKeys(FEWEST, MOST);
  }

  /** Cluster API takes two fifths of one or two machines for none, and would heal nothing. */
  @Test
  void oneUnhealthyMachineIsReplacedInTheSmallestPoolToo() {
    assertThat(tolerated(1)).isEqualTo("1");
    assertThat(tolerated(2)).isEqualTo("1");
    assertThat(tolerated(8)).isEqualTo("3");
  }

  @Test
  void poolIsAsLargeAsItsAutoscalerSaysOrAsOrdered() {
    var numbers = new Numbers(null, Map.of(), Map.of("workers", 8));

    assertThat(numbers.sizeOf(pool(new Autoscaling(1, 9)))).isEqualTo(8);
    assertThat(new Numbers(null, Map.of(), Map.of()).sizeOf(pool(null))).isEqualTo(5);
  }

  /** Whoever upgrades, or wants fewer machines, waits for pods as long as it takes. */
  @Test
  void machinesThatGoToSleepWaitTenMinutesForTheirPods() {
    var path = "/template/spec/deletion/nodeDrainTimeoutSeconds";

    assertThat(spec(deployment(pool(null), Optional.of(0))).at(path).asInt()).isEqualTo(600);
    assertThat(spec(deployment(pool(null), Optional.of(3))).at(path).isMissingNode()).isTrue();
    assertThat(
            spec(deployment(pool(new Autoscaling(1, 9)), Optional.empty()))
                .at(path)
                .isMissingNode())
        .isTrue();
  }

  private static Manifest deployment(Pool pool, Optional<Integer> number) {
    var ref = new Template.Ref("example.com", "Thing", "one");
    return objects(pool)
        .deployment(pool, new Template("v1.36.3", ref, ref), number, Optional.empty());
  }

  private static String tolerated(int machines) {
    var pool = pool(new Autoscaling(1, 9));
    return spec(objects(pool).healthCheck(pool, machines))
        .at("/remediation/triggerIf/unhealthyLessThanOrEqualTo")
        .asText();
  }

  private static JsonNode spec(Manifest manifest) {
    return new ObjectMapper().valueToTree(manifest.content()).path("spec");
  }

  private static Pool pool(@Nullable Autoscaling autoscaling) {
    return new Pool(
        "workers",
        5,
        autoscaling,
        MachineSize.of(4, new Quantity("16Gi"), new Quantity("100Gi")),
        OsType.ROCKY,
        null,
        null,
        Map.of(),
        List.of());
  }

  private static PoolObjects objects(Pool pool) {
    return new PoolObjects(
        new Order(
            new ObjectKey("shop", "web"),
            "0b6e2c1a-1111-2222-3333-444455556666",
            "shop",
            "",
            "v1.36.3",
            new ObjectKey("butler-system", "lab"),
            new HostedControlPlane(null, null, null, List.of(), null, null),
            new ControlPlaneResources(null, null, null, null),
            null,
            List.of(pool),
            new Order.Networks("10.244.0.0/16", "10.96.0.0/12"),
            List.of(),
            null,
            ClusterAddons.none(),
            false,
            "",
            List.of(),
            Order.Own.NOTHING),
        "shop-web");
  }
}
