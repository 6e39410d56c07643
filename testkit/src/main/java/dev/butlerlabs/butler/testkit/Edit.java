package dev.butlerlabs.butler.testkit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.function.UnaryOperator;

/** How a test edits an object that controllers write at the same time. */
public final class Edit {

  private Edit() {}

  /**
   * The change without the version it was made from. The client sends that version along with an
   * edit otherwise, and the API server refuses it when somebody wrote in between.
   */
  public static <T extends HasMetadata> UnaryOperator<T> atAnyVersion(UnaryOperator<T> change) {
    return found -> {
      var changed = change.apply(found);
      changed.getMetadata().setResourceVersion(null);
      return changed;
    };
  }
}
