package dev.butlerlabs.butler.providers.contracttests.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.MachineTroubleContract;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract with a key that may do nothing but take on a role. */
class AwsRoleContract extends MachineTroubleContract {

  @Override
  protected Stage build() {
    return new AwsStage(true);
  }

  private AwsStage aws() {
    return (AwsStage) stage;
  }

  @Test
  void aSessionIsUsedUntilShortlyBeforeItsEnd() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      assertThat(aws().aws().sessionsBegun()).isEqualTo(1);

      stage.time().advance(Duration.ofMinutes(56));
      assertThat(life.observe()).isInstanceOf(Running.class);
      assertThat(life.observe()).isInstanceOf(Running.class);
      assertThat(aws().aws().sessionsBegun()).isEqualTo(2);
    }
  }

  @Test
  void aSessionThatWasEndedIsBegunAnew() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      aws().aws().endSessions();

      assertThat(life.observe()).isInstanceOf(Running.class);
      assertThat(aws().aws().sessionsBegun()).isEqualTo(2);
    }
  }

  @Test
  void aRoleThatMayNotBeTakenOnIsTold() {
    aws().aws().forbid("sts:AssumeRole");
    try (var life = new Life(stage, ID)) {
      assertFault(life.ensure(order()), Fault.Forbidden.class);
      assertThat(life.driver().validate().firstFault())
          .get()
          .satisfies(fault -> assertThat(fault.sentence()).contains(AwsStage.ROLE));
    }
  }
}
