package dev.butlerlabs.butler.sandbox.node.pod;

import java.util.Optional;

/** One line of a container's environment, in the order it is written. */
public sealed interface EnvEntry {

  /** The object it is read from, if it is read from one. */
  default Optional<ObjectRef> reference(String namespace) {
    return Optional.empty();
  }

  /** A value that stands in the pod; earlier names may be used in it. */
  record Literal(String name, String value) implements EnvEntry {}

  /** A fact about the pod, for example {@code status.podIP}. */
  record Field(String name, String path) implements EnvEntry {}

  /** One key of an object. */
  record Key(String name, ObjectRef.Kind kind, String object, String key, boolean optional)
      implements EnvEntry {

    @Override
    public Optional<ObjectRef> reference(String namespace) {
      return Optional.of(new ObjectRef(kind, namespace, object));
    }
  }

  /** All keys of an object, each with the prefix before its name. */
  record AllKeys(String prefix, ObjectRef.Kind kind, String object, boolean optional)
      implements EnvEntry {

    @Override
    public Optional<ObjectRef> reference(String namespace) {
      return Optional.of(new ObjectRef(kind, namespace, object));
    }
  }
}
