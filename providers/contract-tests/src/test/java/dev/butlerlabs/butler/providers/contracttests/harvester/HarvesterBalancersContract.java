package dev.butlerlabs.butler.providers.contracttests.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Absent;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Ready;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Unclear;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Load balancers on Harvester: their life, and every call of it broken. */
@OnRealApiServer
class HarvesterBalancersContract {

  private static final BalancerId ID =
      new BalancerId("demo", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");
  private static final List<Mischief> BREAKAGE =
      List.of(
          Mischief.CUT_BEFORE,
          Mischief.CUT_AFTER,
          Mischief.HALF_ANSWER,
          Mischief.TWICE,
          Mischief.UNAVAILABLE,
          Mischief.THROTTLED);

  @SuppressWarnings("NullAway.Init") // set before each test
  private HarvesterStage stage;

  @SuppressWarnings("NullAway.Init") // set before each test
  private Driver driver;

  @BeforeEach
  void start(TestCluster cluster) {
    stage = new HarvesterStage(cluster);
    driver =
        switch (stage.provider().open(stage.account())) {
          case Opening.Opened(var opened) -> opened;
          case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
        };
  }

  @AfterEach
  void stop() {
    driver.close();
    stage.close();
  }

  private BalancerDriver balancers() {
    return driver.balancers().orElseThrow();
  }

  private static BalancerOrder order(String... machines) {
    return new BalancerOrder(
        6443, 6443, Arrays.stream(machines).map(name -> new Target(null, null, name)).toList());
  }

  private BalancerState until(Supplier<BalancerState> verb, Predicate<? super BalancerState> done) {
    for (var i = 0; i < 60; i++) {
      var state = verb.get();
      if (done.test(state)) {
        return state;
      }
      stage.time().advance(Duration.ofSeconds(10));
    }
    throw new AssertionError("after 60 polls still " + verb.get());
  }

  private Ready serve(BalancerOrder order) {
    return (Ready)
        until(
            () -> balancers().ensure(ID, order, Memo.NONE),
            state ->
                state instanceof Ready(_, _, var targets) && targets == order.targets().size());
  }

  private void end() {
    until(() -> balancers().remove(ID, Memo.NONE), Absent.class::isInstance);
  }

  private void run(String name, int number) {
    var order =
        new MachineOrder(
            new Hardware(1, 1024, 10, List.of()),
            Boot.unconfigured(null),
            new Addressing.Dhcp(),
            new Placement("demo", MachineRole.CONTROL_PLANE),
            Map.of());
    var id = new MachineId(name, "6d9f0b52-7f3e-4a53-9f0c-%012d".formatted(number));
    try (var life = new Life(stage, id)) {
      life.run(order);
    }
  }

  @Test
  void itHasAnAddressBeforeItHasTargetsAndThenExactlyThoseNamed() {
    var early = serve(order());
    run("cp-0", 0);
    run("cp-1", 1);
    run("other", 2);

    assertThat(early.endpoint()).startsWith("10.30.");
    assertThat(serve(order("cp-0", "cp-1")).endpoint()).isEqualTo(early.endpoint());
    assertThat(serve(order("cp-1"))).isEqualTo(balancers().observe(ID, Memo.NONE));

    end();
    assertThat(stage.things()).noneMatch(thing -> thing.startsWith("balancer "));
  }

  @Test
  void ensuringAgainChangesNothing() {
    serve(order());
    stage.make(MischiefMaker.none());
    balancers().ensure(ID, order(), Memo.NONE);

    assertThat(stage.calls()).singleElement().matches(call -> call.startsWith("GET "));
  }

  @Test
  void oneOfAnotherOwnerIsNeitherChangedNorRemoved() {
    serve(order());
    var foreign = new BalancerId("demo", "7e9f0b52-7f3e-4a53-9f0c-3d1f0e6a7b33");
    stage.harvester().disown();
    var before = stage.things();

    assertThat(balancers().observe(ID, Memo.NONE)).isEqualTo(new Absent());
    assertThat(balancers().remove(ID, Memo.NONE)).isEqualTo(new Absent());
    assertThat(balancers().ensure(ID, order("cp-9"), Memo.NONE))
        .isInstanceOfSatisfying(
            Unclear.class,
            unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Conflict.class));
    assertThat(balancers().observe(foreign, Memo.NONE)).isEqualTo(new Absent());
    assertThat(stage.things()).isEqualTo(before);
  }

  @Test
  void aPoolWithoutAddressesIsToldAndHeals() {
    stage.harvester().addresses(0);
    var state = until(() -> balancers().ensure(ID, order(), Memo.NONE), Unclear.class::isInstance);

    assertThat(((Unclear) state).fault()).isInstanceOf(Fault.Quota.class);
    stage.harvester().addresses(3);
    serve(order());
  }

  @Test
  void whatHarvesterCannotDoIsToldBefore() {
    assertThat(balancers().validate(order("cp-0"))).isEmpty();
    assertThat(
            balancers()
                .validate(
                    new BalancerOrder(6443, 8080, List.of(new Target("10.0.0.1", null, null)))))
        .hasSize(2)
        .allSatisfy(fault -> assertThat(fault).isInstanceOf(Fault.Invalid.class));
  }

  @Test
  void aLifeSurvivesAnyBrokenCall() {
    stage.make(MischiefMaker.none());
    serve(order());
    serve(new BalancerOrder(443, 443, List.of()));
    end();
    var calls = stage.calls().size();
    for (var call = 1; call <= calls; call++) {
      for (var mischief : BREAKAGE) {
        stage.make(MischiefMaker.at(Map.of(call, mischief)));
        serve(order());
        serve(new BalancerOrder(443, 443, List.of()));
        end();
        assertThat(stage.things())
            .as("%s at call %d", mischief, call)
            .noneMatch(thing -> thing.startsWith("balancer "));
      }
    }
  }
}
