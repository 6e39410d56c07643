package dev.butlerlabs.butler.providers.contracttests.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
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
  protected String zone() {
    return "pe-1";
  }

  @Test
  void aFailedChangeOfARunningMachineDoesNotEndIt() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      nutanix().prism().fail("cp-0", "Somebody's change failed.");

      assertThat(life.ensure(order())).isInstanceOf(Running.class);
      stage.powerOff("cp-0");
      for (var i = 0; i < 20; i++) {
        life.ensure(order());
        life.pass();
      }
      assertThat(nutanix().prism().things()).anyMatch(thing -> thing.startsWith("failed intent"));
    }
  }
}
