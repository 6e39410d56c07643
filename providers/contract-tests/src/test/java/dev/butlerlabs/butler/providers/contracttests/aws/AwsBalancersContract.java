package dev.butlerlabs.butler.providers.contracttests.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.BalancerContract;
import dev.butlerlabs.butler.providers.contracttests.BalancerScene;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract, and what only AWS has. */
class AwsBalancersContract extends BalancerContract {

  private static final BalancerId ID = new BalancerId("internal-demo-with-a-long-name", UID);

  @Override
  protected BalancerScene build() {
    return new AwsBalancerScene();
  }

  private AwsStage stage() {
    return ((AwsBalancerScene) scene).stage();
  }

  @Test
  void namesFitAndSubnetsWithoutPublicAddressesMakeItInternal() {
    try (var driver = scene.open(scene.account())) {
      balancers(driver).ensure(ID, order(), Memo.NONE);

      assertThat(stage().aws().balancers())
          .singleElement()
          .satisfies(
              balancer -> {
                assertThat(balancer.name()).hasSizeLessThanOrEqualTo(32).startsWith("b-");
                assertThat(balancer.scheme()).isEqualTo("internal");
                assertThat(balancer.tags()).containsValue(UID).containsValue(ID.cluster());
              });
    }
  }

  @Test
  void aMachineThatIsNotThereIsToldAndTheOthersAreServed() {
    var order =
        new BalancerOrder(
            6443, 6443, List.of(scene.target(0), new Target(null, "i-0123456789abcdef0", null)));
    try (var driver = scene.open(scene.account())) {
      var balancers = balancers(driver);
      balancers.ensure(ID, order, Memo.NONE);
      scene.time().advance(Duration.ofMinutes(1));

      assertThat(balancers.ensure(ID, order, Memo.NONE))
          .isInstanceOfSatisfying(
              BalancerState.Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.NotFound.class));
      assertThat(stage().aws().balancers().getFirst().serving()).hasSize(1);
    }
  }

  @Test
  void aListenerOnALaterPageIsFound() {
    stage().aws().longestPage(1);
    var watch = AwsStage.pages();
    try (var course = course(UID)) {
      course.ready();
      stage().aws().strayListener(scene.names().getFirst(), 80);
      stage().aws().strayListener(scene.names().getFirst(), 81);
      scene.make(watch);
      course.ready();

      assertThat(scene.serving(scene.names().getFirst())).noneMatch(one -> one.startsWith("8"));
      assertThat(watch.turned()).contains("DescribeListeners");
    }
  }
}
