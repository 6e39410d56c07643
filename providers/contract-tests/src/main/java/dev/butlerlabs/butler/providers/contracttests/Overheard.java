package dev.butlerlabs.butler.providers.contracttests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** All that anybody could read while a driver works: its log and its answers. */
final class Overheard implements AutoCloseable {

  private final ConcurrentLinkedQueue<String> shown = new ConcurrentLinkedQueue<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final Logger ours = (Logger) LoggerFactory.getLogger("dev.butlerlabs");
  private final AppenderBase<ILoggingEvent> ear =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          shown.add(event.getFormattedMessage());
          if (event.getThrowableProxy() != null) {
            shown.add(String.valueOf(event.getThrowableProxy().getMessage()));
          }
        }
      };

  Overheard() {
    ear.start();
    root.addAppender(ear);
    ours.setLevel(Level.TRACE);
  }

  void hear(String text) {
    shown.add(text);
  }

  /** Those secrets of an account that were planted to be found again. */
  static List<SecretText> planted(Credentials credentials) {
    var planted =
        credentials.all().stream().filter(secret -> secret.reveal().contains("canary")).toList();
    assertThat(planted).as("planted secrets").isNotEmpty();
    return planted;
  }

  /** Nothing of these was shown, although the platform said it all back. */
  void assertNothingOf(List<SecretText> secrets) {
    var texts = new ArrayList<>(shown);
    for (var secret : secrets) {
      var plain = secret.reveal().strip();
      var base64 = Base64.getEncoder().encodeToString(plain.getBytes(UTF_8));
      assertThat(texts).noneMatch(text -> text.contains(plain) || text.contains(base64));
    }
    assertThat(texts).noneMatch(text -> text.contains("canary"));
    assertThat(texts).anyMatch(text -> text.contains("[redacted]"));
  }

  @Override
  public void close() {
    root.detachAppender(ear);
    ours.setLevel(null);
  }
}
