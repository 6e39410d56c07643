package dev.butlerlabs.butler.kube.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be set, with all there is to know about it.
 *
 * @param key dashed words; the flag is {@code --key}, the variable {@code BUTLER_KEY}
 * @param form what a value looks like, in words
 * @param parser throws {@link IllegalArgumentException} for a text that has not that form
 * @param fallback what holds when nobody sets it; null when somebody must
 * @param secret true when the value is to be shown nowhere
 */
public record Setting<T>(
    String key,
    String description,
    String form,
    Function<String, T> parser,
    @Nullable String fallback,
    boolean secret) {

  public static Setting<String> text(String key, String description) {
    return new Setting<>(key, description, "text", text -> text, null, false);
  }

  public static Setting<Secret> secret(String key, String description) {
    return new Setting<>(key, description, "secret text", Secret::new, null, true);
  }

  public static Setting<Integer> number(String key, String description, int least, int most) {
    var form = "a whole number from %d to %d".formatted(least, most);
    return new Setting<>(key, description, form, text -> within(text, least, most), null, false);
  }

  /** Such as {@code 10s}, {@code 5m} or {@code 1h30m}. */
  public static Setting<Duration> duration(String key, String description) {
    var form = "a duration such as 10s, 5m or 1h30m";
    return new Setting<>(key, description, form, Setting::duration, null, false);
  }

  public static Setting<Boolean> flag(String key, String description) {
    return new Setting<>(key, description, "true or false", Setting::truth, "false", false);
  }

  public static Setting<Path> path(String key, String description) {
    return new Setting<>(key, description, "a path", Path::of, null, false);
  }

  public static Setting<URI> address(String key, String description) {
    return new Setting<>(key, description, "an address (URI)", URI::create, null, false);
  }

  /** One of an enum's constants, written in lower case with dashes. */
  public static <E extends Enum<E>> Setting<E> choice(
      String key, String description, Class<E> type) {
    var words =
        Arrays.stream(type.getEnumConstants()).map(Setting::word).collect(Collectors.joining(", "));
    return new Setting<>(
        key, description, "one of " + words, text -> constant(type, text), null, false);
  }

  public Setting<T> orElse(String text) {
    return new Setting<>(key, description, form, parser, text, secret);
  }

  public String variable() {
    return "BUTLER_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static Integer within(String text, int least, int most) {
    var number = Integer.parseInt(text.strip());
    if (number < least || number > most) {
      throw new IllegalArgumentException("out of range");
    }
    return number;
  }

  private static Duration duration(String text) {
    var compact = text.strip().toUpperCase(Locale.ROOT);
    var duration = Duration.parse(compact.startsWith("P") ? compact : "PT" + compact);
    if (duration.isNegative()) {
      throw new IllegalArgumentException("negative");
    }
    return duration;
  }

  private static Boolean truth(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> word(constant).equals(text.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown"));
  }
}
