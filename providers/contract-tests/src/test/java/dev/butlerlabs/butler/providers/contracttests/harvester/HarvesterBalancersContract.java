package dev.butlerlabs.butler.providers.contracttests.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.BalancerContract;
import dev.butlerlabs.butler.providers.contracttests.BalancerScene;
import dev.butlerlabs.butler.providers.contracttests.Told;
import dev.butlerlabs.butler.providers.simulators.harvester.HarvesterStandIn;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract, and what only Harvester has. */
@OnRealApiServer
class HarvesterBalancersContract extends BalancerContract {

  private final TestCluster cluster;

  HarvesterBalancersContract(TestCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  protected BalancerScene build() {
    return new HarvesterBalancerScene(new HarvesterStage(cluster));
  }

  private HarvesterStandIn harvester() {
    return ((HarvesterBalancerScene) scene).stage().harvester();
  }

  @Test
  void oneThatSomebodyTookOverIsLeftToThem() {
    try (var course = course(UID)) {
      course.ready();
      harvester().disown();
      var before = harvester().balancers();

      assertThat(course.observe()).isEqualTo(new Told.Absent());
      assertThat(course.remove()).isEqualTo(new Told.Absent());
      assertThat(course.settled())
          .isInstanceOfSatisfying(
              Told.Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Conflict.class));
      assertThat(harvester().balancers()).hasToString(before.toString());
    }
  }

  @Test
  void aPoolWithoutAddressesIsToldAndHeals() {
    harvester().addresses(0);
    try (var course = course(UID)) {
      assertThat(course.settled())
          .isInstanceOfSatisfying(
              Told.Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Quota.class));
      harvester().addresses(3);

      assertThat(ready(course.ready()).endpoint()).startsWith("10.30.");
    }
  }

  @Test
  void whatHarvesterCannotDoIsToldBefore() {
    var order = new BalancerOrder(6443, 8080, List.of(new Target("10.0.0.1", null, null)));
    try (var driver = scene.open(scene.account())) {
      assertThat(balancers(driver).validate(order))
          .hasSize(2)
          .allSatisfy(fault -> assertThat(fault).isInstanceOf(Fault.Invalid.class));
    }
  }
}
