package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every driver of load balancers must show. A driver's own class says on which scene. */
public abstract class BalancerContract extends CanaryContract<BalancerScene> {

  private static final int PORT = 6443;

  private final AtomicReference<BalancerOrder> order =
      new AtomicReference<>(new BalancerOrder(PORT, PORT, List.of()));

  @Override
  void prepare() {
    for (var number = 0; number < 3; number++) {
      scene.target(number);
    }
    orderTargets(PORT, 0, 1);
  }

  private void orderTargets(int port, int... numbers) {
    order.set(
        new BalancerOrder(
            port, port, IntStream.of(numbers).mapToObj(number -> scene.target(number)).toList()));
  }

  protected final BalancerOrder order() {
    return order.get();
  }

  /** What courses ask for from now on. */
  protected final void order(BalancerOrder other) {
    order.set(other);
  }

  @Override
  Course.Verbs verbs(Driver driver, String uid) {
    var balancers = driver.balancers().orElseThrow();
    var id = new BalancerId("demo", uid);
    return new Course.Verbs() {
      @Override
      public Told observe(Memo memo) {
        return Told.of(balancers.observe(id, memo));
      }

      @Override
      public Told ensure(Memo memo) {
        return Told.of(balancers.ensure(id, order(), memo));
      }

      @Override
      public Told remove(Memo memo) {
        return Told.of(balancers.remove(id, memo));
      }
    };
  }

  protected static BalancerState.Ready ready(Told.Ready told) {
    return (BalancerState.Ready) told.what();
  }

  private List<String> written(int port, int... numbers) {
    return IntStream.of(numbers).mapToObj(number -> scene.written(number, port)).sorted().toList();
  }

  private List<String> serving() {
    return scene.serving(scene.names().getFirst()).stream().sorted().toList();
  }

  @Test
  void anOrderThatCanBeDoneHasNoProblems() {
    try (var driver = scene.open(scene.account())) {
      assertThat(balancers(driver).validate(order())).isEmpty();
    }
  }

  protected static BalancerDriver balancers(Driver driver) {
    return driver.balancers().orElseThrow();
  }

  @Test
  void itLeadsToItsTargetsAndSaysWhereItIs() {
    try (var course = course(UID)) {
      var ready = ready(course.ready());

      assertThat(ready.endpoint()).isNotBlank();
      assertThat(ready.resourceId()).isNotBlank();
      assertThat(ready.registeredTargets()).isEqualTo(2);
      assertThat(serving()).isEqualTo(written(PORT, 0, 1));
    }
  }

  @Test
  void targetsComeAndGoWithTheOrder() {
    try (var course = course(UID)) {
      var first = ready(course.ready());
      orderTargets(PORT, 1, 2);
      var second = ready(course.ready());

      assertThat(serving()).isEqualTo(written(PORT, 1, 2));
      assertThat(second).isEqualTo(first);

      orderTargets(PORT);
      assertThat(ready(course.ready()).registeredTargets()).isZero();
      assertThat(serving()).isEmpty();

      orderTargets(PORT, 0);
      assertThat(ready(course.ready()).registeredTargets()).isEqualTo(1);
      course.end();
    }
    assertNothingLeft();
  }

  @Test
  void anotherPortIsServedInsteadOfTheFirst() {
    try (var course = course(UID)) {
      course.ready();
      orderTargets(443, 0, 1);
      course.ready();

      assertThat(serving()).isEqualTo(written(443, 0, 1));
      assertThat(scene.names()).hasSize(1);
      course.end();
    }
    assertNothingLeft();
  }

  @Test
  void aBalancerIsReadyBeforeItHasTargets() {
    orderTargets(PORT);
    try (var course = course(UID)) {
      assertThat(ready(course.ready()).registeredTargets()).isZero();
      course.end();
    }
    assertNothingLeft();
  }
}
