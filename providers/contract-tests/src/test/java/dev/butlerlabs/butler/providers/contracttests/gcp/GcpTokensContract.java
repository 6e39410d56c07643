package dev.butlerlabs.butler.providers.contracttests.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The token: kept, shared, renewed, and what happens when there is none to be had. */
class GcpTokensContract {

  private static final MachineId ID = new MachineId("cp-0", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");

  private final GcpStage stage = new GcpStage();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void oneTokenServesManyCallsAndIsRenewedBeforeItsEnd() {
    try (var life = new Life(stage, ID)) {
      life.observe();
      life.observe();
      assertThat(stage.gcp().tokensIssued()).isEqualTo(1);
      stage.time().advance(Duration.ofMinutes(56));
      assertThat(life.observe()).isEqualTo(new Absent());
      assertThat(stage.gcp().tokensIssued()).isEqualTo(2);
    }
  }

  @Test
  void aTokenThatIsBelievedNoLongerIsRenewedWithoutAFault() {
    try (var life = new Life(stage, ID)) {
      life.observe();
      stage.gcp().expireTokens();
      assertThat(life.observe()).isEqualTo(new Absent());
      assertThat(stage.gcp().tokensIssued()).isEqualTo(2);
    }
  }

  @Test
  void manyThreadsAtOnceFetchOneToken() throws Exception {
    try (var life = new Life(stage, ID);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var start = new CountDownLatch(1);
      var calls = new ArrayList<Callable<MachineState>>();
      for (var i = 0; i < 40; i++) {
        calls.add(
            () -> {
              start.await();
              return life.driver().machines().observe(ID, life.memo());
            });
      }
      var answers = calls.stream().map(threads::submit).toList();
      start.countDown();
      for (var answer : answers) {
        assertThat(answer.get()).isEqualTo(new Absent());
      }
      assertThat(stage.gcp().tokensIssued()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"CUT_BEFORE", "CUT_AFTER", "HALF_ANSWER", "UNAVAILABLE", "THROTTLED", "ECHO"})
  void withoutATokenNothingIsSeenAndNothingSecretIsShown(Mischief mischief) {
    try (var life = new Life(stage, ID)) {
      stage.gcp().makeAtTokens((_, _) -> mischief);
      assertThat(life.observe())
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear ->
                  assertThat(unclear.fault().sentence())
                      .contains("access token")
                      .doesNotContain("canary", "BEGIN PRIVATE KEY", "eyJ"));
      stage.gcp().makeAtTokens(MischiefMaker.none());
      assertThat(life.observe()).isEqualTo(new Absent());
    }
  }

  @Test
  void anAccountThatIsSwitchedOffIsUnauthorized() {
    stage.rotate();
    try (var life = new Life(stage, ID)) {
      assertThat(life.observe())
          .isInstanceOfSatisfying(
              Unclear.class,
              unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Unauthorized.class));
      assertThat(life.driver().validate().firstFault())
          .get()
          .isInstanceOf(Fault.Unauthorized.class);
    }
  }
}
