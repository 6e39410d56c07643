package dev.butlerlabs.butler.kube.write;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/** What was asked of an API server: the verb, the kind and the object. */
public record Attempt(String verb, String kind, ObjectKey key) {

  public static Attempt to(String verb, HasMetadata object) {
    return new Attempt(verb, object.getKind(), keyOf(object));
  }

  static ObjectKey keyOf(HasMetadata object) {
    var metadata = object.getMetadata();
    return new ObjectKey(
        Objects.requireNonNullElse(metadata.getNamespace(), ""),
        Objects.requireNonNullElse(metadata.getName(), ""));
  }

  /** True when a message about this object could quote something secret. */
  boolean secret() {
    return kind.equals("Secret");
  }

  @Override
  public String toString() {
    return verb + " " + kind + " " + key;
  }
}
