package dev.butlerlabs.butler.tenants.objects.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a namespace says about the deleted cluster that is kept in it.
 *
 * @param cluster what the deleted one was called
 * @param uid of the deleted one
 * @param until null when the time is over, and nobody can have it back
 */
public record Kept(ObjectKey cluster, String uid, @Nullable Instant until) {

  private static final String OVER = "over";

  /** Reads it; a time that nobody can read does not end. */
  public static Optional<Kept> of(Namespace namespace) {
    var meta = namespace.getMetadata();
    var uid = Objects.requireNonNullElse(meta.getLabels(), Map.<String, String>of());
    var notes = Objects.requireNonNullElse(meta.getAnnotations(), Map.<String, String>of());
    return Place.owner(namespace)
        .filter(_ -> uid.containsKey(Marks.KEPT))
        .map(
            owner ->
                new Kept(
                    owner,
                    Objects.requireNonNull(uid.get(Marks.KEPT)),
                    until(notes.getOrDefault(Marks.KEPT_UNTIL, ""))));
  }

  private static @Nullable Instant until(String text) {
    if (text.equals(OVER)) {
      return null;
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException unreadable) {
      return Instant.MAX;
    }
  }

  public boolean over() {
    return until == null;
  }

  /**
   * The namespace, kept for the deleted cluster.
   *
   * @param drain what the cluster says of what it made on its platform; null for nothing
   */
  public static Namespace marked(
      Namespace namespace, String uid, Instant until, @Nullable String drain) {
    var marked = marked(namespace, uid, until.toString());
    return drain == null
        ? marked
        : new NamespaceBuilder(marked)
            .editMetadata()
            .addToAnnotations(Annotations.DELETION_DRAIN, drain)
            .endMetadata()
            .build();
  }

  /** The namespace, when nobody may have it back any more. */
  public Namespace ended(Namespace namespace) {
    return marked(namespace, uid, OVER);
  }

  private static Namespace marked(Namespace namespace, String uid, String until) {
    return new NamespaceBuilder(namespace)
        .editMetadata()
        .addToLabels(Marks.KEPT, uid)
        .addToAnnotations(Marks.KEPT_UNTIL, until)
        .endMetadata()
        .build();
  }

  /** The namespace, in use again. */
  public static Namespace unmarked(Namespace namespace) {
    return new NamespaceBuilder(namespace)
        .editMetadata()
        .removeFromLabels(Marks.KEPT)
        .removeFromAnnotations(Marks.KEPT_UNTIL)
        .removeFromAnnotations(Annotations.DELETION_DRAIN)
        .endMetadata()
        .build();
  }
}
