package dev.butlerlabs.butler.bench.machines;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.LoggerFactory;

/** Everything that is logged while it is open, down to the finest level, in whatever thread. */
final class Overheard implements AutoCloseable {

  private final Logger ours = (Logger) LoggerFactory.getLogger("dev.butlerlabs");
  private final Set<Canaries> canaries = new HashSet<>();
  private final List<String> told = new ArrayList<>();
  private final Ear ear = new Ear();
  private long lines;

  Overheard() {
    ear.start();
    root().addAppender(ear);
    ours.addAppender(ear);
    // What is finer than usual is heard here and shown to nobody.
    ours.setLevel(Level.TRACE);
    ours.setAdditive(false);
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  synchronized void listenFor(Canaries more) {
    canaries.add(more);
  }

  /** Lines that repeat what nobody may repeat. */
  synchronized List<String> told() {
    return List.copyOf(told);
  }

  synchronized long lines() {
    return lines;
  }

  private synchronized void hear(String line) {
    lines++;
    if (canaries.stream().anyMatch(one -> one.in(line))) {
      told.add(line);
    }
  }

  @Override
  public void close() {
    ours.setAdditive(true);
    ours.setLevel(null);
    ours.detachAppender(ear);
    root().detachAppender(ear);
  }

  private final class Ear extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      var line = new StringBuilder(event.getFormattedMessage());
      if (event.getKeyValuePairs() != null) {
        event.getKeyValuePairs().forEach(pair -> line.append(' ').append(pair));
      }
      if (event.getThrowableProxy() != null) {
        line.append(' ').append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
      hear(line.toString());
    }
  }
}
