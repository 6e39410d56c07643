package dev.butlerlabs.butler.providers.contracttests.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.gcp.machines.GcpPermissions;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Absent;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Ready;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Unclear;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Underway;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Load balancers on Google Cloud: their whole life, and every call of it broken. */
class GcpBalancersContract {

  private static final BalancerId ID =
      new BalancerId("demo", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");
  private static final BalancerId OTHER =
      new BalancerId("demo", "6d9f0b52-7f3e-4a53-9f0c-3d1f0e6a7b22");
  private static final int MOST_POLLS = 60;

  private final GcpStage stage = new GcpStage();
  private final Life machines = new Life(stage, new MachineId("cp-0", ID.uid()));
  private final Life more = new Life(stage, new MachineId("cp-1", OTHER.uid()));
  private final List<BalancerState> told = new ArrayList<>();
  private Memo stored = Memo.NONE;
  private Target first = new Target("", "", "");
  private Target second = new Target("", "", "");
  private Set<String> atFirst = Set.of();

  @BeforeEach
  void furnish() {
    first = new Target(null, machines.run(machine()).machine().providerId().text(), null);
    more.run(machine());
    second = new Target(null, null, "cp-1");
    stage.time().advance(Duration.ofMinutes(1));
    atFirst = stage.things();
  }

  @AfterEach
  void close() {
    machines.close();
    more.close();
    stage.close();
  }

  private static MachineOrder machine() {
    return new MachineOrder(
        new Hardware(2, 4096, 20, List.of()),
        Boot.unconfigured("talos"),
        new Addressing.Dhcp(),
        new Placement("demo", MachineRole.CONTROL_PLANE),
        Map.of());
  }

  private static BalancerDriver balancers(Driver driver) {
    return driver.balancers().orElseThrow();
  }

  private BalancerDriver driver() {
    return balancers(machines.driver());
  }

  private BalancerOrder order(Target... targets) {
    return new BalancerOrder(6443, 6443, List.of(targets));
  }

  private BalancerState until(Function<Memo, BalancerState> verb, Predicate<BalancerState> done) {
    for (var i = 0; i < MOST_POLLS; i++) {
      var state = verb.apply(stored);
      told.add(state);
      if (state instanceof Underway(_, var memo)) {
        stored = memo;
      }
      if (done.test(state)) {
        return state;
      }
      stage.time().advance(Duration.ofSeconds(10));
    }
    throw new AssertionError("after " + MOST_POLLS + " polls still " + told.getLast());
  }

  private Ready run(BalancerId id, BalancerOrder order) {
    return (Ready) until(memo -> driver().ensure(id, order, memo), Ready.class::isInstance);
  }

  private void end(BalancerId id) {
    until(memo -> driver().remove(id, memo), Absent.class::isInstance);
    stored = Memo.NONE;
  }

  @Test
  void aBalancerServesItsTargetsAndFollowsThem() {
    assertThat(driver().validate(order(first, second))).isEmpty();
    assertThat(driver().observe(ID, stored)).isEqualTo(new Absent());
    var ready = run(ID, order(first, second));

    assertThat(ready.endpoint()).matches("34\\.76\\.0\\.\\d+");
    assertThat(ready.registeredTargets()).isEqualTo(2);
    assertThat(driver().observe(ID, stored)).isEqualTo(ready);
    assertThat(run(ID, order(second)).registeredTargets()).isEqualTo(1);
    assertThat(members()).isEqualTo(1);
    assertThat(run(ID, order(first, second)).endpoint()).isEqualTo(ready.endpoint());
    assertThat(members()).isEqualTo(2);
    end(ID);
    assertThat(stage.things()).isEqualTo(atFirst);
    assertThat(driver().remove(ID, stored)).isEqualTo(new Absent());
  }

  private int members() {
    return stage.gcp().all("instanceGroups").stream()
        .mapToInt(group -> group.path("size").asInt())
        .sum();
  }

  @Test
  void portsThatChangeAreFollowedAtTheSameAddress() {
    var before = run(ID, order(first));
    var after = run(ID, new BalancerOrder(443, 8443, List.of(first)));

    assertThat(after.endpoint()).isEqualTo(before.endpoint());
    assertThat(stage.gcp().all("forwardingRules").getFirst().path("ports").toString())
        .isEqualTo("[\"443\"]");
    assertThat(stage.gcp().all("healthChecks").getFirst().toString()).contains("8443");
    run(ID, order());
    end(ID);
    var asked = new TreeSet<>(stage.gcp().permissionsAsked());
    asked.removeAll(GcpPermissions.MACHINES);
    assertThat(asked).as("the role").isEqualTo(new TreeSet<>(GcpPermissions.BALANCERS));
  }

  @Test
  void aTargetThatCannotBeFoundIsTold() {
    assertThat(driver().validate(order(new Target("10.0.0.1", null, null))))
        .singleElement()
        .isInstanceOf(Fault.Invalid.class);
    assertThat(driver().validate(order(new Target(null, null, "nobody"))))
        .singleElement()
        .isInstanceOf(Fault.NotFound.class);
  }

  @Test
  void aBalancerOfAnotherOwnerIsNeitherAdoptedNorRemoved() {
    run(ID, order(first));
    var things = stage.things();

    assertThat(driver().observe(OTHER, Memo.NONE)).isEqualTo(new Absent());
    assertThat(driver().ensure(OTHER, order(second), Memo.NONE))
        .isInstanceOfSatisfying(
            Unclear.class,
            unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Conflict.class));
    assertThat(driver().remove(OTHER, Memo.NONE)).isEqualTo(new Absent());
    assertThat(stage.things()).isEqualTo(things);
    assertThat(members()).isEqualTo(1);
  }

  @Test
  void noRoomForAnAddressIsToldAndHeals() {
    stage.gcp().quota("STATIC_ADDRESSES", 0);
    assertThat(driver().ensure(ID, order(first), stored))
        .isInstanceOfSatisfying(
            Unclear.class, unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Quota.class));
    stage.gcp().quota("STATIC_ADDRESSES", 9);
    run(ID, order(first));
  }

  /** Calls that write are broken in every way, and the process is killed at each. */
  @Test
  void aLifeSurvivesAnyBrokenCall() {
    stage.make(MischiefMaker.none());
    run(ID, order(first, second));
    end(ID);
    var calls = stage.calls();
    for (var call = 1; call <= calls.size(); call++) {
      var kinds =
          calls.get(call - 1).startsWith("GET ")
              ? List.of(Mischief.CUT_AFTER)
              : List.of(
                  Mischief.CUT_BEFORE,
                  Mischief.CUT_AFTER,
                  Mischief.TWICE,
                  Mischief.UNAVAILABLE,
                  Mischief.ECHO);
      for (var mischief : kinds) {
        live(call, mischief);
      }
    }
    assertThat(told.toString()).doesNotContain("canary");
  }

  private void live(int call, Mischief mischief) {
    var what = "%s at call %d".formatted(mischief, call);
    stage.make(MischiefMaker.at(Map.of(call, mischief)));
    try {
      assertThat(run(ID, order(first, second)).registeredTargets()).isEqualTo(2);
      assertThat(stage.gcp().all("forwardingRules")).hasSize(1);
      end(ID);
    } catch (AssertionError e) {
      throw new AssertionError(what + ": " + e.getMessage(), e);
    }
    stage.time().advance(Duration.ofMinutes(5));
    assertThat(stage.things()).as(what).isEqualTo(atFirst);
  }

  /** A life that ends however far it was built, with and without its memo. */
  @Test
  void aHalfMadeBalancerIsRemovedHoweverFarItWas() {
    for (var steps = 0; steps < 12; steps++) {
      for (var forgotten : List.of(false, true)) {
        for (var i = 0; i < steps; i++) {
          var state = driver().ensure(ID, order(first), stored);
          if (state instanceof Underway(_, var memo)) {
            stored = memo;
          }
          stage.time().advance(Duration.ofSeconds(i == steps - 1 ? 0 : 10));
        }
        stored = forgotten ? Memo.NONE : stored;
        end(ID);
        stage.time().advance(Duration.ofMinutes(1));
        assertThat(stage.things()).as("after %d steps", steps).isEqualTo(atFirst);
      }
    }
  }
}
