package dev.butlerlabs.butler.providers.spi.infrastructure;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Part of an object under construction: what is absent is left out, and the order of calls does not
 * matter.
 */
public final class Fields {

  private final TreeMap<String, Object> content = new TreeMap<>();

  private Fields() {}

  public static Fields none() {
    return new Fields();
  }

  public static Fields of(String key, Object value) {
    return none().with(key, value);
  }

  public Fields with(String key, Object value) {
    content.put(key, value instanceof Fields nested ? nested.map() : value);
    return this;
  }

  /** An absent or empty value is left out. */
  public Fields withIf(String key, @Nullable Object value) {
    return switch (value) {
      case null -> this;
      case String text when text.isEmpty() -> this;
      case Collection<?> items when items.isEmpty() -> this;
      case Map<?, ?> entries when entries.isEmpty() -> this;
      case Fields nested when nested.content.isEmpty() -> this;
      case Optional<?> maybe -> withIf(key, maybe.orElse(null));
      default -> with(key, value);
    };
  }

  /** A list of parts. */
  public Fields withList(String key, List<Fields> parts) {
    return withIf(key, parts.stream().map(Fields::map).toList());
  }

  public Map<String, Object> map() {
    return Collections.unmodifiableMap(new TreeMap<>(content));
  }
}
