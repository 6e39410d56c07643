package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;

/** What is known of the objects inside a tenant. */
public sealed interface Sight<T> {

  /** All there are, a little late at most. */
  record Seen<T>(List<T> objects) implements Sight<T> {

    public Seen {
      objects = List.copyOf(objects);
    }
  }

  /** The first list is under way; there is news when it is through, or in trouble. */
  record Opening<T>() implements Sight<T> {}

  /** Nobody can say; never to be read as none. */
  record Unseen<T>(Problem problem) implements Sight<T> {}
}
