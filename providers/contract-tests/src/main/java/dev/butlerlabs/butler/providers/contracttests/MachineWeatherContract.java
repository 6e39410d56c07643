package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Stopped;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What comes from outside: credentials, permissions, limits, and hands on the platform itself. */
public abstract class MachineWeatherContract extends MachineDriverContract {

  @Test
  void credentialsAreRotatedWithoutLosingTheMachine() {
    try (var life = new Life(stage, ID)) {
      var first = life.run(order());
      var fresh = stage.rotate();

      assertFault(life.observe(), Fault.Unauthorized.class);
      assertFault(life.remove(), Fault.Unauthorized.class);
      assertThat(life.driver().validate().credentialsTaken()).isFalse();

      life.as(fresh);
      assertThat(life.observe()).isEqualTo(first);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMissingPermissionIsTold() {
    try (var life = new Life(stage, ID)) {
      stage.forbid();
      for (var i = 0; i < 3 && !(life.ensure(order()) instanceof Unclear); i++) {
        life.pass();
      }

      assertFault(life.told().getLast(), Fault.Forbidden.class);
      assertThat(life.driver().validate().firstFault()).get().isInstanceOf(Fault.Forbidden.class);
    }
  }

  @Test
  void throttlingKeepsThePauseThePlatformAskedFor() {
    try (var life = new Life(stage, ID)) {
      stage.make(MischiefMaker.at(Map.of(1, Mischief.THROTTLED)));

      assertThat(life.ensure(order()))
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear -> assertThat(unclear.fault().retryAfter()).contains(Duration.ofSeconds(7)));
      life.run(order());
      assertThat(stage.machines()).hasSize(1);
    }
  }

  @Test
  void noRoomIsToldAndHealsWhenThereIsRoom() {
    stage.room(false);
    try (var life = new Life(stage, ID)) {
      for (var i = 0; i < 12; i++) {
        life.ensure(order());
        life.pass();
      }
      assertThat(life.told())
          .anySatisfy(state -> assertFault(state, Fault.Quota.class))
          .noneSatisfy(state -> assertThat(state).isInstanceOf(Running.class));

      stage.room(true);
      life.run(order());
      assertThat(stage.machines()).hasSize(1);
      life.end();
    }
    assertNothingLeft();
  }

  @Test
  void aMachineSwitchedOffIsSeenAndStartedAgain() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      stage.powerOff("cp-0");

      assertThat(life.observe()).isInstanceOf(Stopped.class);
      life.run(order());
      assertThat(stage.machines()).singleElement().matches(Stage.OnPlatform::running);
    }
  }

  @Test
  void aMachineRemovedByHandIsAbsent() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      stage.vanish("cp-0");

      assertThat(life.observe()).isEqualTo(new Absent());
    }
  }

  @Test
  void aPlatformThatDoesNotAnswerIsNeverTakenForEmpty() {
    try (var life = new Life(stage, ID)) {
      life.run(order());
      for (var trouble : List.of(Mischief.CUT_AFTER, Mischief.UNAVAILABLE, Mischief.HALF_ANSWER)) {
        stage.make((_, _) -> trouble);

        assertThat(life.observe()).as("%s", trouble).isInstanceOf(Unclear.class);
        assertThat(life.remove()).as("%s", trouble).isInstanceOf(Unclear.class);
      }
      stage.make(MischiefMaker.none());
      assertThat(life.observe()).isInstanceOf(Running.class);
    }
  }
}
