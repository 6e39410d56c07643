package dev.butlerlabs.butler.kube.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.MDC;

class LineEncoderTest {

  @Test
  void aLineCarriesTheObjectsKeyAndTheKeysOfTheEvent() {
    MDC.put("key", "teams/blue");
    try {
      var line =
          line(
              LogFormat.LOGFMT,
              log -> log.atInfo().addKeyValue("pool", "a b").addKeyValue("left", 3).log("given"));

      assertThat(line)
          .matches(
              "time=\\S+Z level=info msg=given logger=Pools key=teams/blue pool=\"a b\" left=3\n");
    } finally {
      MDC.clear();
    }
  }

  @Test
  void aFailureStaysOnOneLine() {
    var line = line(LogFormat.LOGFMT, log -> log.warn("lost", new IOException("a\nb \"c\"")));

    assertThat(line).endsWith("\n").contains("error=\"java.io.IOException: a\\nb \\\"c\\\"");
    assertThat(line.lines()).hasSize(1);
  }

  @Test
  void jsonIsOneObjectWhateverTheValuesHold() throws IOException {
    var line =
        line(
            LogFormat.JSON,
            log -> log.atError().addKeyValue("odd\"key", "tab\t\"quote\"\n").log("said ä"));

    var tree = new ObjectMapper().readTree(line);
    assertThat(line.lines()).hasSize(1);
    assertThat(tree.path("msg").asText()).isEqualTo("said ä");
    assertThat(tree.path("level").asText()).isEqualTo("error");
    assertThat(tree.path("odd\"key").asText()).isEqualTo("tab\t\"quote\"\n");
  }

  @Test
  void aKeyCannotForgeTheLevelOrTheMessage() {
    var line = line(LogFormat.LOGFMT, log -> log.atWarn().addKeyValue("level", "info").log("x"));

    assertThat(line).contains("level=warn").doesNotContain("level=info");
  }

  private static String line(LogFormat format, Consumer<Logger> say) {
    var context = new LoggerContext();
    context.setMDCAdapter(MDC.getMDCAdapter());
    var events = new ListAppender<ILoggingEvent>();
    events.setContext(context);
    events.start();
    var log = context.getLogger("dev.butlerlabs.butler.test.Pools");
    log.addAppender(events);
    say.accept(log);
    return new String(new LineEncoder(format).encode(events.list.getFirst()), UTF_8);
  }
}
