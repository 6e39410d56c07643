package dev.butlerlabs.butler.providers.contracttests.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Stopped;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import java.time.Duration;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Through v3, and what only v3 has. */
class NutanixV3Contract extends NutanixMachines {

  @Override
  protected Stage build() {
    return new NutanixStage("v3");
  }

  @Override
  protected Pattern calls() {
    return Pattern.compile(
        "^(?!POST /api/nutanix/v3/images$|DELETE /api/nutanix/v3/images/).*/api/nutanix/v3/");
  }

  @Override
  protected String version() {
    return "v3";
  }

  @Override
  protected String zone() {
    return "pe-1";
  }

  @Test
  void theMemoryThatHostsHaveAndMachinesDoNotTakeIsTold() {
    nutanix().prism().cluster("another");
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().validate().room()).isEqualTo(new Room(null, 1L << 20, null, null));

      life.run(order());
      var left = (1L << 20) - order().hardware().memoryMB();
      assertThat(life.driver().validate().room()).isEqualTo(new Room(null, left, null, null));

      stage.powerOff("cp-0");
      assertThat(life.driver().validate().room()).isEqualTo(new Room(null, 1L << 20, null, null));
    }
  }

  @Test
  void anAccountThatMayNotLookAtHostsIsGoodAndSaysWhyItsRoomIsNotTold() {
    var held = new TreeSet<>(nutanix().prism().allPermissions());
    held.remove("View_Host");
    nutanix().prism().permissions(held);
    try (var life = new Life(stage, ID)) {
      var preflight = life.driver().validate();

      assertThat(preflight.good()).isTrue();
      assertThat(preflight.room().memoryMB()).isNull();
      assertThat(preflight.room().untold()).isInstanceOf(Fault.Forbidden.class);
    }
  }

  @Test
  void aFailedChangeOfARunningMachineDoesNotEndIt() {
    try (var life = new Life(stage, ID)) {
      var before = life.run(order()).machine();
      nutanix().prism().fail("cp-0", "Somebody's change failed.");

      assertThat(life.ensure(order())).isInstanceOf(Running.class);
      stage.powerOff("cp-0");
      assertThat(life.run(order()).machine().providerId()).isEqualTo(before.providerId());
      assertThat(stage.machines()).hasSize(1);
    }
  }

  @Test
  void aMachineWhoseStartFailedIsToldAndStartedAgain() {
    try (var life = new Life(stage, ID)) {
      var before = life.run(order()).machine();
      stage.powerOff("cp-0");
      nutanix().prism().fail("cp-0", "No host can take it.");

      assertThat(life.observe())
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear ->
                  assertThat(unclear.fault().sentence())
                      .contains("start machine", "No host can take it."));
      stage.time().advance(Duration.ofMinutes(1));
      assertThat(life.observe()).isInstanceOf(Stopped.class);
      assertThat(life.run(order()).machine().providerId()).isEqualTo(before.providerId());
      assertThat(stage.machines()).hasSize(1);
    }
  }
}
