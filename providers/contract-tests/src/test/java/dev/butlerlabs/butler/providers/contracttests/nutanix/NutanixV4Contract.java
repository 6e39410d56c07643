package dev.butlerlabs.butler.providers.contracttests.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Disk;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Through v4, and what only v4 has. */
class NutanixV4Contract extends NutanixMachines {

  @Override
  protected Stage build() {
    return new NutanixStage("v4");
  }

  /** Who calls and what they may do is told through v3 only. */
  @Override
  protected Pattern calls() {
    return Pattern.compile("/v4|v3/(users|access_control_policies|roles)/");
  }

  @Override
  protected String version() {
    return "v4";
  }

  @Override
  protected String zone() {
    return nutanix().cluster();
  }

  @Test
  void theMemoryThatIsFreeIsTold() {
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().validate().room()).isEqualTo(new Room(null, 1L << 20, null, null));

      life.run(order());
      assertThat(life.driver().validate().room())
          .isEqualTo(new Room(null, (1L << 20) - order().hardware().memoryMB(), null, null));
    }
  }

  @Test
  void aStorageContainerIsFoundByName() {
    var order = order();
    var named =
        new MachineOrder(
            new Hardware(1, 1024, 10, List.of(new Disk(5, "fast"))),
            order.boot(),
            order.addressing(),
            order.placement(),
            order.labels());
    try (var life = new Life(stage, ID)) {
      life.run(named);

      assertThat(stage.machines().getFirst().everything())
          .containsEntry("containers", List.of("", stage.storageClass()).toString());
    }
  }

  @Test
  void aStorageContainerThatIsNotThereIsTold() {
    var order = order();
    var unknown =
        new MachineOrder(
            new Hardware(1, 1024, 10, List.of(new Disk(5, "none"))),
            order.boot(),
            order.addressing(),
            order.placement(),
            order.labels());
    try (var life = new Life(stage, ID)) {
      assertThat(life.driver().machines().validate(unknown))
          .singleElement()
          .isInstanceOf(Fault.NotFound.class);
    }
  }

  @Test
  void aStartThatFailedIsNoFailedRemoval() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      stage.powerOff("cp-0");
      nutanix().prism().room(false);
      life.ensure(order());
      life.pass();
      assertThat(life.ensure(order())).isInstanceOf(Unclear.class);

      assertThat(life.remove()).isInstanceOf(Underway.class);
      nutanix().prism().room(true);
      life.end();
    }
    assertNothingLeft();
  }

  /** Nobody heard the answer, the memo names no task, and lists do not show the machine yet. */
  @Test
  void aMachineOrderedByACallWhoseAnswerWasLostIsRemovedToo() {
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      life.pass();
      stage.make(
          (_, request) -> request.method().equals("POST") ? Mischief.CUT_AFTER : Mischief.NONE);
      life.ensure(order());
      stage.make(MischiefMaker.none());
      assertThat(stage.machines()).hasSize(1);

      life.end();
    }
    assertNothingLeft();
  }
}
