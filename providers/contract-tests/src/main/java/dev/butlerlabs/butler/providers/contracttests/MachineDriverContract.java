package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Disk;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every driver must show. A driver's own class says on which stage. */
public abstract class MachineDriverContract {

  protected static final MachineId ID =
      new MachineId("cp-0", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");
  protected static final MachineId OTHER =
      new MachineId("cp-0", "6d9f0b52-7f3e-4a53-9f0c-3d1f0e6a7b22");
  protected static final String USER_DATA = "#cloud-config\n# canary-user-data-of-the-machine\n";

  private static final int MOST_STEPS = 14;

  @SuppressWarnings("NullAway.Init") // set before each test
  protected Stage stage;

  @SuppressWarnings("NullAway.Init") // set before each test
  private Set<String> atFirst;

  protected abstract Stage build();

  @BeforeEach
  void setUp() {
    stage = build();
    atFirst = stage.things();
  }

  @AfterEach
  void tearDown() {
    stage.close();
  }

  protected MachineOrder order() {
    return new MachineOrder(
        new Hardware(3, 5000, 20, List.of(new Disk(7, null), new Disk(5, stage.storageClass()))),
        new Boot(stage.image(), new SecretText(USER_DATA), null),
        new Addressing.Dhcp(),
        new Placement("demo", MachineRole.CONTROL_PLANE),
        Map.of("butler.butlerlabs.dev/team", "payments"));
  }

  @Test
  void anAccountThatWorksIsFoundGood() {
    try (var life = new Life(stage, ID)) {
      var preflight = life.driver().validate();

      assertThat(preflight.findings()).isNotEmpty();
      assertThat(preflight.firstFault()).isEmpty();
      assertThat(preflight.good()).isTrue();
      assertThat(preflight.platformVersion()).isNotBlank();
      assertThat(life.driver().place()).isNotBlank().doesNotContain("\n", "canary");
    }
  }

  @Test
  void anOrderThatCanBeBuiltHasNoProblemsAndAnUnknownImageHasOne() {
    try (var life = new Life(stage, ID)) {
      var order = order();
      var unknown =
          new MachineOrder(
              order.hardware(),
              Boot.unconfigured("no-such-image"),
              order.addressing(),
              order.placement(),
              order.labels());

      assertThat(life.driver().machines().validate(order)).isEmpty();
      assertThat(life.driver().machines().validate(unknown))
          .singleElement()
          .isInstanceOf(Fault.NotFound.class);
    }
  }

  @Test
  void aMachineComesToRunWithAllThatWasOrdered() {
    try (var life = new Life(stage, ID)) {
      var running = life.run(order()).machine();

      assertThat(running.providerId().type()).isEqualTo(stage.provider().type());
      assertThat(running.addresses()).allSatisfy(ip -> assertThat(ip).startsWith("10."));
      assertThat(running.zone()).isNotBlank();
      assertThat(stage.machines())
          .singleElement()
          .satisfies(
              machine -> {
                assertThat(machine.name()).isEqualTo("cp-0");
                assertThat(machine.running()).isTrue();
                assertThat(machine.cpu()).isGreaterThanOrEqualTo(3);
                assertThat(machine.memoryMiB()).isGreaterThanOrEqualTo(5000);
                assertThat(machine.disksGiB()).containsExactlyInAnyOrder(20, 7, 5);
                assertThat(machine.marks()).contains(ID.uid(), "payments");
              });
      assertThat(stage.userDataRead("cp-0")).contains("canary-user-data-of-the-machine");
      assertThat(life.observe()).isEqualTo(new Running(running));
    }
  }

  @Test
  void ensuringAgainBuildsNoSecondMachine() {
    try (var life = new Life(stage, ID)) {
      var first = life.run(order());
      stage.make(MischiefMaker.none());
      var again = life.ensure(order());

      assertThat(again).isEqualTo(first);
      assertThat(stage.machines()).hasSize(1);
      assertThat(stage.calls()).allMatch(stage::reads);
    }
  }

  @Test
  void observingChangesNothing() {
    try (var life = new Life(stage, ID)) {
      stage.make(MischiefMaker.none());

      assertThat(life.observe()).isEqualTo(new Absent());
      assertThat(stage.calls()).allMatch(stage::reads);
    }
  }

  @Test
  void removingLeavesNothingAndMayBeRepeated() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      life.end();

      assertNothingLeft();
      assertThat(life.remove()).isEqualTo(new Absent());
      assertThat(life.observe()).isEqualTo(new Absent());
    }
  }

  @Test
  void removingWhatNeverWasSucceeds() {
    try (var life = new Life(stage, ID)) {
      assertThat(life.remove()).isEqualTo(new Absent());
    }
  }

  /** Until it is no longer half made. */
  @Test
  void aHalfMadeMachineIsRemovedHoweverFarItWas() {
    var ran = false;
    for (var steps = 0; steps < MOST_STEPS && !ran; steps++) {
      ran = madeAndRemoved(steps);
    }
  }

  /** Whether it ran at last. */
  private boolean madeAndRemoved(int steps) {
    var ran = false;
    try (var life = new Life(stage, ID)) {
      for (var i = 0; i < steps; i++) {
        ran =
            life.ensure(order()) instanceof Running(var machine) && !machine.addresses().isEmpty();
        life.pass();
      }
      life.end();

      assertThat(stage.machines()).as("after %d steps", steps).isEmpty();
      assertThat(stage.things()).as("after %d steps", steps).isEqualTo(atFirst);
    }
    return ran;
  }

  @Test
  void aSameNamedMachineOfSomebodyElseIsNeverTouched() {
    stage.foreign("cp-0");
    var before = stage.machines();
    var things = stage.things();
    try (var life = new Life(stage, ID)) {
      assertThat(life.observe()).isEqualTo(new Absent());
      assertThat(life.ensure(order()))
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Conflict.class));
      life.pass();
      assertThat(life.ensure(order())).isInstanceOf(Unclear.class);
      assertThat(life.remove()).isEqualTo(new Absent());
    }
    assertThat(stage.machines()).isEqualTo(before);
    assertThat(stage.things()).isEqualTo(things);
  }

  @Test
  void aMachineOfAnotherOwnerIsNeitherAdoptedNorRemoved() {
    try (var mine = new Life(stage, ID);
        var theirs = new Life(stage, OTHER)) {
      mine.run(order());
      mine.pass();
      var before = stage.machines();

      assertThat(theirs.observe()).isEqualTo(new Absent());
      assertThat(theirs.ensure(order())).isInstanceOf(Unclear.class);
      assertThat(theirs.remove()).isEqualTo(new Absent());
      assertThat(stage.machines()).isEqualTo(before);
      mine.end();
    }
    assertNothingLeft();
  }

  protected static void assertFault(MachineState state, Class<? extends Fault> kind) {
    assertThat(state)
        .isInstanceOfSatisfying(
            Unclear.class, unclear -> assertThat(unclear.fault()).isInstanceOf(kind));
  }

  protected void assertNothingLeft() {
    assertThat(stage.machines()).isEmpty();
    assertThat(stage.things()).isEqualTo(atFirst);
  }
}
