package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.kube.write.TroubleException;
import org.jspecify.annotations.Nullable;

/** What went wrong in a pass while it went on with the rest. */
final class Troubles {

  private @Nullable Trouble first;

  void add(Trouble trouble) {
    if (first == null) {
      first = trouble;
    }
  }

  /** Fails the pass, so that the engine comes back. */
  void throwFirst() {
    if (first != null) {
      throw new TroubleException(first);
    }
  }
}
