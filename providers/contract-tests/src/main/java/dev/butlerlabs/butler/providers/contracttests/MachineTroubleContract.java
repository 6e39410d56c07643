package dev.butlerlabs.butler.providers.contracttests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A whole life with something broken in it: any call, in any way, and processes that die. */
public abstract class MachineTroubleContract extends MachineWeatherContract {

  /**
   * Calls that change something are broken in several ways, drawn by a seed that a failure tells;
   * reading has no effect, so one way each is enough.
   */
  @Test
  void aLifeSurvivesAnyBrokenCall() {
    var calls = callsOfALife();
    var seed = System.nanoTime();
    var random = new Random(seed);
    System.out.println("ways to break calls drawn with seed " + seed);
    for (var call = 1; call <= calls.size(); call++) {
      if (reads(calls, call)) {
        live(call, Breaking.WAYS.get(call % Breaking.WAYS.size()), false);
      } else {
        for (var mischief : Breaking.drawn(random)) {
          live(call, mischief, false);
        }
      }
    }
  }

  @Test
  void aLifeSurvivesAProcessKilledAtAnyCall() {
    var calls = callsOfALife();
    for (var call = 1; call <= calls.size(); call++) {
      live(call, Mischief.CUT_BEFORE, true);
      if (!reads(calls, call)) {
        live(call, Mischief.CUT_AFTER, true);
      }
    }
  }

  private boolean reads(List<String> calls, int number) {
    return stage.reads(calls.get(number - 1));
  }

  @Test
  void livesWithManyBrokenCallsLeaveNothing() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var round = 0; round < 10; round++) {
      stage.make(MischiefMaker.seeded(random.nextLong(), 0.1, Breaking.WAYS));
      try (var life = new Life(stage, fresh(round), () -> random.nextInt(5) == 0)) {
        life.run(order());
        assertThat(stage.machines()).as("seed %d, round %d", seed, round).hasSize(1);
        life.end();
      }
      assertThat(stage.machines()).as("seed %d, round %d", seed, round).isEmpty();
    }
    stage.make(MischiefMaker.none());
    assertNothingLeft();
  }

  @Test
  void nothingSecretIsShownWhateverThePlatformSaysBack() {
    var log = new ListAppender<ILoggingEvent>();
    var root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    var ours = (Logger) LoggerFactory.getLogger("dev.butlerlabs");
    log.start();
    root.addAppender(log);
    ours.setLevel(Level.TRACE);
    var shown = new ArrayList<String>();
    var calls = callsOfALife();
    try {
      for (var call = 1; call <= calls.size(); call++) {
        if (!reads(calls, call)) {
          listen(MischiefMaker.at(Map.of(call, Mischief.ECHO)), shown);
        }
      }
      listen(MischiefMaker.seeded(1, 0.2, List.of(Mischief.ECHO)), shown);
    } finally {
      root.detachAppender(log);
      ours.setLevel(null);
    }
    // Other platforms' tests may still be writing to it.
    synchronized (log) {
      log.list.forEach(event -> shown.add(event.getFormattedMessage()));
    }

    for (var secret : secrets()) {
      var plain = secret.reveal().strip();
      var base64 = Base64.getEncoder().encodeToString(plain.getBytes(UTF_8));
      assertThat(shown).noneMatch(text -> text.contains(plain) || text.contains(base64));
    }
    assertThat(shown).noneMatch(text -> text.contains("canary"));
    // The platform did say it all back.
    assertThat(shown).anyMatch(text -> text.contains("[redacted]"));
  }

  private void listen(MischiefMaker mischief, List<String> shown) {
    stage.make(mischief);
    try (var life = new Life(stage, fresh(1))) {
      life.run(order());
      life.end();
      life.told().forEach(state -> shown.add(show(state)));
      shown.add(life.memo().toString() + life.driver());
    }
  }

  /** Credentials; each holds the word canary. */
  private List<SecretText> secrets() {
    var all = new ArrayList<SecretText>();
    stage.account().credentials().all().stream()
        .filter(secret -> secret.reveal().contains("canary"))
        .forEach(all::add);
    assertThat(all).as("planted secrets").isNotEmpty();
    all.add(new SecretText(USER_DATA));
    return all;
  }

  private static String show(MachineState state) {
    return state instanceof Unclear(Fault fault) ? state + fault.sentence() : state.toString();
  }

  /** The calls of a life in which nothing breaks. */
  protected List<String> callsOfALife() {
    stage.make(MischiefMaker.none());
    try (var life = new Life(stage, fresh(0))) {
      life.run(order());
      life.end();
    }
    assertThat(stage.calls()).hasSizeGreaterThan(5);
    return stage.calls();
  }

  private void live(int call, Mischief mischief, boolean killed) {
    var what = "%s at call %d%s".formatted(mischief, call, killed ? ", killed" : "");
    var breaking = new Breaking(call, mischief, killed);
    stage.make(breaking);
    try (var life = new Life(stage, fresh(call), breaking::died)) {
      life.run(order());
      assertThat(stage.machines()).as(what).hasSize(1);
      life.end();
      assertThat(breaking.broke()).as(what + " was reached").isTrue();
    } catch (AssertionError e) {
      throw new AssertionError(what + ": " + e.getMessage(), e);
    }
    stage.time().advance(Duration.ofMinutes(5));
    assertThat(stage.machines()).as(what).isEmpty();
    assertNothingLeft();
  }

  private static MachineId fresh(int number) {
    return new MachineId("cp-0", "5c8f0b52-7f3e-4a53-9f0c-%012d".formatted(number));
  }
}
