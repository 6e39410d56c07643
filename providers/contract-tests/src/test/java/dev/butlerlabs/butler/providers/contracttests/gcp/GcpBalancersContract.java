package dev.butlerlabs.butler.providers.contracttests.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.BalancerContract;
import dev.butlerlabs.butler.providers.contracttests.BalancerScene;
import dev.butlerlabs.butler.providers.contracttests.PageWatch;
import dev.butlerlabs.butler.providers.contracttests.Told;
import dev.butlerlabs.butler.providers.gcp.machines.GcpPermissions;
import dev.butlerlabs.butler.providers.simulators.gcp.GcpStandIn;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The contract, and what only Google Cloud has. */
class GcpBalancersContract extends BalancerContract {

  @Override
  protected BalancerScene build() {
    return new GcpBalancerScene();
  }

  private GcpStage stage() {
    return ((GcpBalancerScene) scene).stage();
  }

  @Test
  void portsThatChangeAreFollowedAtTheSameAddress() {
    try (var course = course(UID)) {
      var before = ready(course.ready());
      order(new BalancerOrder(443, 8443, order().targets()));
      var after = ready(course.ready());

      assertThat(after.endpoint()).isEqualTo(before.endpoint()).matches("34\\.76\\.0\\.\\d+");
      assertThat(stage().gcp().all("healthChecks").getFirst().toString()).contains("8443");
    }
  }

  /** The setting says where new machines go, and nothing about those that are there. */
  @Test
  void aZoneThatIsSetLaterLosesNoTargetsAndLeavesNothingBehind() {
    try (var course = course(UID)) {
      course.ready();
    }
    stage().with("zone", GcpStandIn.ZONES.getFirst());
    order(allZones());
    try (var course = course(UID)) {
      assertThat(ready(course.ready()).registeredTargets()).isEqualTo(3);
      course.end();
    }
    assertNothingLeft();
  }

  @Test
  void aBalancerThatWasMadeForOneZoneLeadsToOthersToo() {
    try (var course = course(UID)) {
      course.ready();
      stage().gcp().balancersOnlyIn(GcpStandIn.ZONES.getFirst());
      order(allZones());
      course.ready();

      assertThat(scene.serving(scene.names().getFirst()))
          .containsExactlyInAnyOrder(
              scene.written(0, 6443), scene.written(1, 6443), scene.written(2, 6443));
      course.end();
    }
    assertNothingLeft();
  }

  private BalancerOrder allZones() {
    return new BalancerOrder(
        6443, 6443, List.of(scene.target(0), scene.target(1), scene.target(2)));
  }

  @Test
  void theRoleHoldsWhatCallsNeedAndNoMore() {
    try (var course = course(UID)) {
      course.ready();
      stage().gcp().balancersOnlyIn(GcpStandIn.ZONES.getFirst());
      course.ready();
      order(new BalancerOrder(443, 8443, List.of()));
      course.ready();
      course.end();
    }

    var asked = new TreeSet<>(stage().gcp().permissionsAsked());
    asked.removeAll(GcpPermissions.MACHINES);
    assertThat(asked).isEqualTo(new TreeSet<>(GcpPermissions.BALANCERS));
  }

  @Test
  void aTargetThatCannotBeFoundIsTold() {
    try (var driver = scene.open(scene.account())) {
      assertThat(balancers(driver).validate(order(new Target("10.0.0.1", null, null))))
          .singleElement()
          .isInstanceOf(Fault.Invalid.class);
      assertThat(balancers(driver).validate(order(new Target(null, null, "nobody"))))
          .singleElement()
          .isInstanceOf(Fault.NotFound.class);
    }
  }

  private static BalancerOrder order(Target target) {
    return new BalancerOrder(6443, 6443, List.of(target));
  }

  @Test
  void membersOfAGroupAreReadToTheLast() {
    stage().gcp().pageSize(1);
    var names = List.of("one", "two", "three");
    names.forEach(name -> stage().gcp().foreign("europe-west1-b", name));
    order(
        new BalancerOrder(
            6443, 6443, names.stream().map(name -> new Target(null, null, name)).toList()));
    var watch = PageWatch.ofQuery("pageToken");
    scene.make(watch);
    try (var course = course(UID)) {
      assertThat(ready(course.ready()).registeredTargets()).isEqualTo(3);
      order(order(new Target(null, null, "two")));
      course.ready();

      assertThat(scene.serving(scene.names().getFirst())).containsExactly("6443 to two");
      assertThat(watch.turned()).contains("listInstances");
    }
  }

  @Test
  void noRoomForAnAddressIsToldAndHeals() {
    stage().gcp().quota("STATIC_ADDRESSES", 0);
    try (var course = course(UID)) {
      assertThat(course.settled())
          .isInstanceOfSatisfying(
              Told.Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Quota.class));
      stage().gcp().quota("STATIC_ADDRESSES", 9);
      course.ready();
    }
  }
}
