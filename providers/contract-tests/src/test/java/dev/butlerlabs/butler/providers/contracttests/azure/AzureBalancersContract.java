package dev.butlerlabs.butler.providers.contracttests.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.simulators.azure.AzureStandIn;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Load balancers of Azure on its stand-in. */
class AzureBalancersContract {

  private static final BalancerId ID =
      new BalancerId("demo", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");
  private static final BalancerId OTHER =
      new BalancerId("demo", "6d9f0b52-7f3e-4a53-9f0c-3d1f0e6a7b22");
  private static final String LB =
      AzureStandIn.id("Microsoft.Network/loadBalancers", "demo-" + ID.uid() + "-lb");
  private static final List<Mischief> BREAKAGE =
      List.of(
          Mischief.CUT_BEFORE,
          Mischief.CUT_AFTER,
          Mischief.HALF_ANSWER,
          Mischief.TWICE,
          Mischief.UNAVAILABLE,
          Mischief.THROTTLED);

  private final AzureStage stage = new AzureStage();
  private final Set<String> atFirst = stage.things();

  @SuppressWarnings("NullAway.Init") // set before each test
  private Driver driver;

  @BeforeEach
  void open() {
    driver =
        switch (stage.provider().open(stage.account())) {
          case Opening.Opened(var opened) -> opened;
          case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
        };
  }

  @AfterEach
  void close() {
    driver.close();
    stage.close();
  }

  private BalancerDriver balancers() {
    return driver.balancers().orElseThrow();
  }

  private static BalancerOrder order(int port, String... addresses) {
    return new BalancerOrder(
        port, port + 1, List.of(addresses).stream().map(ip -> new Target(ip, null, null)).toList());
  }

  private Ready ready(BalancerId id, BalancerOrder order) {
    return (Ready) until(() -> balancers().ensure(id, order, Memo.NONE), Ready.class);
  }

  private void gone(BalancerId id) {
    until(() -> balancers().remove(id, Memo.NONE), Absent.class);
  }

  private BalancerState until(Supplier<BalancerState> verb, Class<?> end) {
    BalancerState state = new Absent();
    for (var i = 0; i < 60; i++) {
      state = verb.get();
      if (end.isInstance(state)) {
        return state;
      }
      stage.time().advance(Duration.ofSeconds(10));
    }
    throw new AssertionError("after 60 polls still " + state);
  }

  @Test
  void itServesAtAnAddressWithExactlyItsTargets() {
    assertThat(balancers().observe(ID, Memo.NONE)).isEqualTo(new Absent());
    var first = ready(ID, order(6443, "10.40.0.10", "10.40.0.11"));

    assertThat(first).isEqualTo(new Ready("203.0.113.10", LB, 2));
    assertThat(balancers().observe(ID, Memo.NONE)).isEqualTo(first);
    var rule = stage.azure().body(LB).at("/properties/loadBalancingRules/0/properties");
    assertThat(rule.path("frontendPort").asInt()).isEqualTo(6443);
    assertThat(rule.path("backendPort").asInt()).isEqualTo(6443);
    assertThat(stage.azure().body(LB).at("/properties/probes/0/properties/port").asInt())
        .isEqualTo(6444);

    var second = ready(ID, order(6443, "10.40.0.11", "10.40.0.12", "10.40.0.13"));
    assertThat(second.registeredTargets()).isEqualTo(3);
    assertThat(stage.azure().body(LB + "/backendAddressPools/targets").toString())
        .contains("10.40.0.12")
        .doesNotContain("10.40.0.10");
    assertThat(second.endpoint()).isEqualTo(first.endpoint());

    gone(ID);
    assertThat(stage.things()).isEqualTo(atFirst);
    assertThat(balancers().remove(ID, Memo.NONE)).isEqualTo(new Absent());
  }

  @Test
  void onceReadyNothingIsWrittenAgain() {
    ready(ID, order(6443, "10.40.0.10"));
    stage.make(MischiefMaker.none());

    ready(ID, order(6443, "10.40.0.10"));

    assertThat(stage.calls()).isNotEmpty().allMatch(stage::reads);
  }

  @Test
  void anotherPortIsServedAtTheSameAddress() {
    var first = ready(ID, order(6443, "10.40.0.10"));

    var second = ready(ID, order(7443, "10.40.0.10"));

    assertThat(second).isEqualTo(first);
    assertThat(
            stage.azure().body(LB).at("/properties/loadBalancingRules/0/properties/frontendPort"))
        .hasToString("7443");
  }

  @Test
  void aMachineCountsByItsNameOrIdToo() {
    try (var life =
        new Life(stage, new MachineId("cp-0", "5c8f0b52-7f3e-4a53-9f0c-000000000001"))) {
      var machine =
          life.run(
                  new MachineOrder(
                      new Hardware(1, 1024, 10, List.of()),
                      Boot.unconfigured(null),
                      new Addressing.Dhcp(),
                      new Placement("demo", MachineRole.CONTROL_PLANE),
                      Map.of()))
              .machine();
      for (var target :
          List.of(
              new Target(null, null, "cp-0"),
              new Target(null, machine.providerId().text(), null))) {
        ready(ID, new BalancerOrder(6443, 6443, List.of(target)));

        assertThat(stage.azure().body(LB + "/backendAddressPools/targets").toString())
            .contains(machine.addresses().getFirst());
      }
    }
  }

  @Test
  void twoOwnersOfOneNameNeverMeet() {
    ready(ID, order(6443, "10.40.0.10"));
    var before = stage.azure().body(LB);

    assertThat(balancers().observe(OTHER, Memo.NONE)).isEqualTo(new Absent());
    assertThat(balancers().remove(OTHER, Memo.NONE)).isEqualTo(new Absent());
    ready(OTHER, order(6443, "10.40.0.20"));
    gone(OTHER);

    assertThat(stage.azure().body(LB)).isEqualTo(before);
    gone(ID);
    assertThat(stage.things()).isEqualTo(atFirst);
  }

  @Test
  void aMissingPermissionIsTold() {
    stage.azure().deny(Set.of("Microsoft.Network/loadBalancers/write"));
    var state = until(() -> balancers().ensure(ID, order(6443), Memo.NONE), Unclear.class);

    assertThat(((Unclear) state).fault()).isInstanceOf(Fault.Forbidden.class);
    stage.azure().deny(Set.of());
    gone(ID);
    assertThat(stage.things()).isEqualTo(atFirst);
  }

  /** Every call of a life broken in every way, by a process that lives on and by a new one. */
  @Test
  void aLifeSurvivesAnyBrokenCall() {
    stage.make(MischiefMaker.none());
    live(false);
    var calls = stage.calls().size();
    for (var call = 1; call <= calls; call++) {
      for (var mischief : BREAKAGE) {
        stage.make(MischiefMaker.at(Map.of(call, mischief)));
        live(call % 2 == 0);
        stage.time().advance(Duration.ofMinutes(1));
        assertThat(stage.things()).as("%s at call %d", mischief, call).isEqualTo(atFirst);
      }
    }
  }

  private void live(boolean restarted) {
    var ready = ready(ID, order(6443, "10.40.0.10"));
    assertThat(ready.registeredTargets()).isEqualTo(1);
    if (restarted) {
      driver.close();
      open();
    }
    gone(ID);
  }
}
