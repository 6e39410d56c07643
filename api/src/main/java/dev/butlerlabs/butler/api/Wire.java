package dev.butlerlabs.butler.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record that travels as JSON. An absent field is null, an absent list or map is empty; neither
 * is written. Fields nobody here knows are passed over when reading.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public interface Wire {

  /**
   * For compact constructors: an immutable copy, empty when absent. Items that could not be read
   * (an enum value of another version) are left out.
   */
  static <E> List<E> list(@Nullable List<E> given) {
    return given == null ? List.of() : given.stream().filter(Objects::nonNull).toList();
  }

  /** For compact constructors: an immutable copy in the given order, empty when absent. */
  static <V> Map<String, V> map(@Nullable Map<String, V> given) {
    return given == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(given));
  }
}
