package dev.butlerlabs.butler.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A second way into the cache of a kind: by any text that can be read off an object.
 *
 * <p>Named in {@link Watches#indexed}; two indexes with one name on one kind must be the same.
 */
public record Index<T extends HasMetadata>(
    Kind<T> kind, String name, Function<T, List<String>> values) {

  /** By the UID of each owner. */
  public static <T extends HasMetadata> Index<T> byOwner(Kind<T> kind) {
    return new Index<>(
        kind,
        "owner",
        object ->
            object.getMetadata().getOwnerReferences().stream()
                .map(owner -> owner.getUid())
                .toList());
  }

  /** By the value of one label. */
  public static <T extends HasMetadata> Index<T> byLabel(Kind<T> kind, String label) {
    return new Index<>(
        kind,
        "label:" + label,
        object -> {
          var labels =
              Objects.requireNonNullElse(
                  object.getMetadata().getLabels(), Map.<String, String>of());
          var value = labels.get(label);
          return value == null ? List.of() : List.of(value);
        });
  }
}
