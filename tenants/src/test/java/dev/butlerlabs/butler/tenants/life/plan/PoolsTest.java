package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.objects.plan.Rollout;
import dev.butlerlabs.butler.tenants.objects.plan.Template;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import dev.butlerlabs.butler.tenants.order.plan.PoolImage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PoolsTest {

  private static final Rollout ROLLOUT = new Rollout("v1.36.3", "v1.36.3", Map.of());
  private static final Template OLD =
      new Template("v1.36.3", new Template.Ref("", "", "b"), new Template.Ref("", "", "old"));

  @Test
  @DisplayName("H25: a pool with machines keeps what they are made from while its image is awaited")
  void poolInUseKeepsItsTemplate() {
    var deployment = new DeploymentView("web-gpu", false, true, 2, 2, 2, OLD, null);

    var pools = Pools.of(awaiting("gpu"), ROLLOUT, live(Truth.TRUE, deployment), false);

    assertThat(pools.rollout().held()).containsExactly(Map.entry("gpu", OLD));
    assertThat(names(pools.made())).containsExactly("workers", "gpu");
    assertThat(names(pools.drawn())).containsExactly("workers");
  }

  @Test
  @DisplayName("H25: a pool without machines is not made before its image is there")
  void newPoolWaits() {
    var pools = Pools.of(awaiting("gpu"), ROLLOUT, live(Truth.TRUE), false);

    assertThat(pools.rollout().held()).isEmpty();
    assertThat(names(pools.made())).containsExactly("workers");
    assertThat(names(pools.drawn())).containsExactly("workers");
  }

  @Test
  void poolWhoseWorkersCouldNotJoinIsNotMadeYetAndStaysOnceItIs() {
    var order = Scenes.order("v1.36.3", "workers", "gpu");
    var there = new DeploymentView("web-gpu", false, true, 2, 2, 2, OLD, null);

    assertThat(names(Pools.of(order, ROLLOUT, Live.NOTHING, false).made())).isEmpty();
    assertThat(names(Pools.of(order, ROLLOUT, live(Truth.FALSE, there), false).made()))
        .containsExactly("gpu");
    assertThat(names(Pools.of(order, ROLLOUT, live(Truth.TRUE, there), false).made()))
        .containsExactly("workers", "gpu");
  }

  private static Live live(Truth initialized, DeploymentView... deployments) {
    var told = Scenes.condition("ControlPlaneInitialized", initialized);
    return new Live(
        new ClusterView("", false, "", new Conditions(List.of(told))),
        Scenes.plane("v1.36.3", "v1.36.3"),
        List.of(deployments),
        List.of());
  }

  private static List<String> names(Order order) {
    return order.pools().stream().map(Pool::name).toList();
  }

  static Order awaiting(String pool) {
    var order = Scenes.order("v1.36.3", "workers", "gpu");
    return new Order(
        order.key(),
        order.uid(),
        order.team(),
        order.environment(),
        order.version(),
        order.provider(),
        order.plane(),
        order.resources(),
        order.exposure(),
        order.pools(),
        order.networks(),
        order.timeServers(),
        order.override(),
        order.addons(),
        order.paused(),
        order.undeletes(),
        List.of(
            new PoolImage("workers", null, null, null),
            new PoolImage(pool, new Cause("ImageSyncPending", "not there", "", ""), null, null)),
        Order.Own.NOTHING);
  }
}
