package dev.butlerlabs.butler.providers.contracttests.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.BalancerContract;
import dev.butlerlabs.butler.providers.contracttests.BalancerScene;
import dev.butlerlabs.butler.providers.contracttests.Told;
import dev.butlerlabs.butler.providers.simulators.azure.AzureStandIn;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract, and what only Azure has. */
class AzureBalancersContract extends BalancerContract {

  @Override
  protected BalancerScene build() {
    return new AzureBalancerScene();
  }

  private AzureStandIn azure() {
    return ((AzureBalancerScene) scene).stage().azure();
  }

  @Test
  void healthIsAskedForAtThePortThatWasOrdered() {
    order(new BalancerOrder(6443, 6444, List.of()));
    try (var course = course(UID)) {
      var ready = ready(course.ready());

      assertThat(ready.endpoint()).isEqualTo("203.0.113.10");
      assertThat(azure().body(ready.resourceId()).at("/properties/probes/0/properties/port"))
          .hasToString("6444");
    }
  }

  @Test
  void twoOwnersOfOneClusterNameNeverMeet() {
    try (var mine = course(UID);
        var theirs = course(OTHER)) {
      var ready = mine.ready();
      var before = azure().body(ready(ready).resourceId());
      theirs.ready();
      theirs.end();

      assertThat(azure().body(ready(ready).resourceId())).isEqualTo(before);
    }
  }

  /** What Azure failed at stays as it is until it is written once more. */
  @ParameterizedTest
  @ValueSource(strings = {"/publicIPAddresses/", "/loadBalancers/", "/backendAddressPools/"})
  void whatAzureFailedAtIsWrittenOnceMore(String part) {
    try (var course = course(UID)) {
      var before = ready(course.ready());
      var failed =
          azure().things().stream().filter(id -> id.contains(part)).findFirst().orElseThrow();
      azure().fail(failed);

      assertThat(course.settled())
          .isInstanceOfSatisfying(
              Told.Ready.class, again -> assertThat(ready(again)).isEqualTo(before));
      assertThat(azure().body(failed).at("/properties/provisioningState").asText())
          .isEqualTo("Succeeded");
      course.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMissingPermissionIsTold() {
    azure().deny(Set.of("Microsoft.Network/loadBalancers/write"));
    try (var course = course(UID)) {
      assertThat(course.settled())
          .isInstanceOfSatisfying(
              Told.Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Forbidden.class));
      azure().deny(Set.of());
      course.end();
    }
    assertNothingLeft();
  }
}
