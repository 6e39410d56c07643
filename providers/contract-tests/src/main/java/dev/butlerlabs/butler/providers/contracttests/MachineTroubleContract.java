package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A whole life with something broken in it: any call, in any way, and processes that die. */
public abstract class MachineTroubleContract extends MachineWeatherContract {

  @Test
  void aLifeSurvivesAnyBrokenCall() {
    matrix().breakAnyCall();
  }

  @Test
  void aLifeSurvivesAProcessKilledAtAnyCall() {
    matrix().killAtAnyCall();
  }

  @Test
  void livesWithManyBrokenCallsLeaveNothing() {
    matrix().breakMany();
  }

  @Test
  void nothingSecretIsShownWhateverThePlatformSaysBack() {
    var changes = matrix().changes();
    var secrets = new ArrayList<>(Overheard.planted(stage.account().credentials()));
    secrets.add(new SecretText(USER_DATA));
    try (var overheard = new Overheard()) {
      for (var call : changes) {
        listen(MischiefMaker.at(Map.of(call, Mischief.ECHO)), overheard);
      }
      listen(MischiefMaker.seeded(1, 0.2, List.of(Mischief.ECHO)), overheard);

      overheard.assertNothingOf(secrets);
    }
  }

  private void listen(MischiefMaker mischief, Overheard overheard) {
    stage.make(mischief);
    try (var life = new Life(stage, fresh(1))) {
      life.run(order());
      life.end();
      life.told().forEach(state -> overheard.hear(show(state)));
      overheard.hear(life.memo().toString() + life.driver());
    }
  }

  private static String show(MachineState state) {
    return state instanceof Unclear(Fault fault) ? state + fault.sentence() : state.toString();
  }

  private FaultMatrix matrix() {
    return new FaultMatrix(stage, this::live);
  }

  private void live(int number, BooleanSupplier killed) {
    try (var life = new Life(stage, fresh(number), killed)) {
      life.run(order());
      assertThat(stage.machines()).hasSize(1);
      life.end();
    }
    assertNothingLeft();
    stage.time().advance(Duration.ofMinutes(5));
    assertNothingLeft();
  }

  private static MachineId fresh(int number) {
    return new MachineId("cp-0", "5c8f0b52-7f3e-4a53-9f0c-%012d".formatted(number));
  }
}
