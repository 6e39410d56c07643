package dev.butlerlabs.butler.kube.observe;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Writes each event as one line: time, level, message, context, keys, and a failure if there is.
 */
final class LineEncoder extends EncoderBase<ILoggingEvent> {

  private final LogFormat format;

  LineEncoder(LogFormat format) {
    this.format = format;
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    var line = new StringBuilder(256);
    var fields = fields(event);
    switch (format) {
      case LOGFMT -> fields.forEach((key, value) -> logfmt(line, key, value));
      case JSON -> {
        fields.forEach((key, value) -> json(line, key, value));
        line.append('}');
      }
    }
    return line.append('\n').toString().getBytes(UTF_8);
  }

  private static Map<String, String> fields(ILoggingEvent event) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("time", event.getInstant().truncatedTo(ChronoUnit.MILLIS).toString());
    fields.put("level", event.getLevel().toString().toLowerCase(Locale.ROOT));
    fields.put("msg", event.getFormattedMessage());
    var name = event.getLoggerName();
    fields.put("logger", name.substring(name.lastIndexOf('.') + 1));
    event.getMDCPropertyMap().forEach(fields::putIfAbsent);
    for (var pair :
        Objects.requireNonNullElse(
            event.getKeyValuePairs(), List.<org.slf4j.event.KeyValuePair>of())) {
      fields.putIfAbsent(pair.key, String.valueOf(pair.value));
    }
    if (event.getThrowableProxy() != null) {
      fields.putIfAbsent("error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return fields;
  }

  private static void logfmt(StringBuilder line, String key, String value) {
    line.append(line.isEmpty() ? "" : " ").append(key.replaceAll("[\\s=\"]", "_")).append('=');
    var plain = !value.isEmpty() && value.chars().allMatch(LineEncoder::plain);
    if (plain) {
      line.append(value);
    } else {
      line.append('"').append(JsonStringEncoder.getInstance().quoteAsString(value)).append('"');
    }
  }

  private static boolean plain(int letter) {
    return letter > ' ' && letter != '"' && letter != '=' && letter != '\\' && letter < 127;
  }

  private static void json(StringBuilder line, String key, String value) {
    var quote = JsonStringEncoder.getInstance();
    line.append(line.isEmpty() ? "{\"" : ",\"").append(quote.quoteAsString(key)).append("\":\"");
    line.append(quote.quoteAsString(value)).append('"');
  }
}
