package dev.butlerlabs.butler.ipam.demand.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.Autoscaling;
import dev.butlerlabs.butler.api.clusters.WorkerPool;
import dev.butlerlabs.butler.api.infra.NetworkSettings.AllocationMode;
import dev.butlerlabs.butler.api.infra.NetworkSettings.LoadBalancerAddresses;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SizesTest {

  private static final int NONE = Integer.MAX_VALUE;

  @Test
  void orderWinsOverAllElse() {
    assertThat(block(5, true, provider(AllocationMode.ELASTIC, 9, 3), 7, NONE)).isEqualTo(5);
    assertThat(block(5, false, provider(AllocationMode.ELASTIC, 9, 3), 7, NONE)).isEqualTo(5);
  }

  @Test
  void elasticWithoutIngressIsZero() {
    assertThat(block(null, false, provider(AllocationMode.ELASTIC, 9, 3), 7, NONE)).isZero();
    assertThat(block(null, false, provider(AllocationMode.STATIC, 9, 3), 7, NONE)).isEqualTo(9);
  }

  @Test
  void elasticBeginsWithItsInitialSizeOrTwo() {
    assertThat(block(null, true, provider(AllocationMode.ELASTIC, 9, 3), 7, NONE)).isEqualTo(3);
    assertThat(block(null, true, provider(AllocationMode.ELASTIC, 9, null), 7, NONE)).isEqualTo(2);
  }

  @Test
  @DisplayName("point 24: the pool's default stands between the provider's and the constant")
  void point24_poolDefaultIsAskedBeforeTheConstant() {
    assertThat(block(null, true, provider(null, 9, null), 7, NONE)).isEqualTo(9);
    assertThat(block(null, true, null, 7, NONE)).isEqualTo(7);
    assertThat(block(null, true, null, 0, NONE)).isEqualTo(8);
  }

  @Test
  void quotaCutsTheBlock() {
    assertThat(block(5, true, null, 0, 4)).isEqualTo(4);
    assertThat(block(null, true, null, 0, 4)).isEqualTo(4);
  }

  @Test
  @DisplayName("point 25: the cluster's own mode wins over the provider's")
  void point25_clusterChoosesItsMode() {
    var order = new Sizes.Order(null, AllocationMode.ELASTIC, true, null);

    var wish = Sizes.wish(order, provider(AllocationMode.STATIC, 9, 4), 0, NONE);

    assertThat(wish.elastic()).isTrue();
    assertThat(wish.block()).isEqualTo(4);
  }

  @Test
  @DisplayName("point 23: one address per worker of every pool, one more for replacing them")
  void point23_nodesOfAllPoolsAndOneMore() {
    assertThat(Sizes.nodes(List.of(workers("workers", 3), workers("gpu", 2)))).isEqualTo(6);
    assertThat(Sizes.nodes(List.of(workers("gpu", 0)))).isZero();
    assertThat(Sizes.nodes(List.of())).isZero();
  }

  @Test
  void anAutoscaledPoolHasAddressesForTheMostItMayBecome() {
    var scaled = new WorkerPool("gpu", 2, new Autoscaling(1, 7), null, Map.of(), List.of());

    assertThat(Sizes.nodes(List.of(workers("workers", 3), scaled))).isEqualTo(11);
  }

  private static WorkerPool workers(String name, int replicas) {
    return new WorkerPool(name, replicas, null, null, Map.of(), List.of());
  }

  private static int block(
      @Nullable Integer asked,
      boolean ingress,
      @Nullable LoadBalancerAddresses provider,
      int pool,
      int limit) {
    return Sizes.wish(new Sizes.Order(asked, null, ingress, null), provider, pool, limit).block();
  }

  private static LoadBalancerAddresses provider(
      @Nullable AllocationMode mode, @Nullable Integer usual, @Nullable Integer initial) {
    return new LoadBalancerAddresses(mode, usual, initial, null);
  }
}
