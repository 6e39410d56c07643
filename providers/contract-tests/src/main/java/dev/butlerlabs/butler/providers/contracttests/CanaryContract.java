package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The four verbs, and that nothing secret is shown on the way. Planted secrets say canary. */
public abstract class CanaryContract<S extends Scene> extends FourVerbsContract<S> {

  @Test
  void nothingSecretIsShownWhateverThePlatformSaysBack() {
    assertThat(scene.account().credentials().all())
        .as("planted secrets")
        .anyMatch(secret -> secret.reveal().contains("canary"));
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
    log.list.forEach(event -> shown.add(event.getFormattedMessage()));

    assertThat(shown).noneMatch(text -> text.contains("canary"));
    // The platform did say it all back.
    assertThat(shown).anyMatch(text -> text.contains("[redacted]"));
  }

  private void listen(MischiefMaker mischief, List<String> shown) {
    scene.make(mischief);
    try (var course = course(fresh(1))) {
      course.ready();
      course.end();
      course.told().forEach(told -> shown.add(told.shown()));
      shown.add(course.memo().toString());
    }
  }
}
