package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an informer noticed about one object.
 *
 * @param before absent when it is new to us
 * @param after absent when it is gone
 * @param listed whether it came with the first list, rather than as news
 */
record Change<T extends HasMetadata>(@Nullable T before, @Nullable T after, boolean listed) {

  /** The object as it was and as it is, as far as there is such. */
  Stream<T> sides() {
    return Stream.of(before, after).flatMap(Stream::ofNullable);
  }

  ObjectKey key() {
    return sides().findFirst().map(Change::keyOf).orElseThrow();
  }

  /** How urgent it is for the object itself. */
  Urgency urgency() {
    if (listed) {
      return Urgency.ROUTINE;
    }
    return before == null || after == null || ordered(before, after)
        ? Urgency.ORDERED
        : Urgency.CHANGED;
  }

  /** A kind without a generation does not tell wishes from reports; all its changes are wishes. */
  private static boolean ordered(HasMetadata before, HasMetadata after) {
    var was = before.getMetadata();
    var is = after.getMetadata();
    return is.getGeneration() == null
        || !Objects.equals(was.getUid(), is.getUid())
        || !Objects.equals(was.getGeneration(), is.getGeneration())
        || !Objects.equals(was.getDeletionTimestamp(), is.getDeletionTimestamp())
        || !Objects.equals(was.getLabels(), is.getLabels())
        || !Objects.equals(was.getAnnotations(), is.getAnnotations());
  }

  static ObjectKey keyOf(HasMetadata object) {
    var metadata = object.getMetadata();
    return new ObjectKey(
        Objects.requireNonNullElse(metadata.getNamespace(), ""), metadata.getName());
  }
}
