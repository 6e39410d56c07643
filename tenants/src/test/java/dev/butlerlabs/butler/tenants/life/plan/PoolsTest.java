package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Cause;
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
    var deployment = new DeploymentView("web-gpu", false, true, 2, 2, 2, OLD);
    var live = new Live(null, null, List.of(deployment), List.of());

    var pools = Pools.of(awaiting("gpu"), ROLLOUT, live);

    assertThat(pools.rollout().held()).containsExactly(Map.entry("gpu", OLD));
    assertThat(names(pools.made())).containsExactly("workers", "gpu");
    assertThat(names(pools.drawn())).containsExactly("workers");
  }

  @Test
  @DisplayName("H25: a pool without machines is not made before its image is there")
  void newPoolWaits() {
    var pools = Pools.of(awaiting("gpu"), ROLLOUT, Live.NOTHING);

    assertThat(pools.rollout().held()).isEmpty();
    assertThat(names(pools.made())).containsExactly("workers");
    assertThat(names(pools.drawn())).containsExactly("workers");
  }

  private static List<String> names(Order order) {
    return order.pools().stream().map(Pool::name).toList();
  }

  private static Order awaiting(String pool) {
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
            new PoolImage(pool, new Cause("ImageSyncPending", "not there", "", ""), null, null)));
  }
}
