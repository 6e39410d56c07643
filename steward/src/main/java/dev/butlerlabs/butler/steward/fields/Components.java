package dev.butlerlabs.butler.steward.fields;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * Values of records by the names they have in manifests.
 *
 * <p>Writing the whole spec as JSON to look at a few fields took a sixth of the time in which a
 * control plane is planned.
 */
final class Components {

  private Components() {}

  /** What stands under that name; null when nothing does. */
  static @Nullable Object value(Object of, String name) {
    if (!(of instanceof Record)) {
      throw new IllegalArgumentException(
          "%s is looked for in a %s, which has no fields".formatted(name, of.getClass()));
    }
    for (var component : of.getClass().getRecordComponents()) {
      if (named(component).equals(name)) {
        return read(of, component);
      }
    }
    throw new IllegalArgumentException(
        "%s has no field %s".formatted(of.getClass().getSimpleName(), name));
  }

  private static String named(RecordComponent component) {
    var wire = component.getAccessor().getAnnotation(JsonProperty.class);
    return wire == null || wire.value().isEmpty() ? component.getName() : wire.value();
  }

  private static @Nullable Object read(Object of, RecordComponent component) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException hidden) {
      throw new IllegalStateException(component + " cannot be read", hidden);
    }
  }
}
