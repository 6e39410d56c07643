package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks of the API server.
 *
 * @param key the name is {@code ""} when the API server is to make one up
 * @param object as it would be stored; null for a deletion
 * @param old as it is stored; null for a creation
 * @param dryRun true when nothing will be stored whatever the answer
 */
public record Request<T extends HasMetadata>(
    Operation operation,
    ObjectKey key,
    @Nullable T object,
    @Nullable T old,
    Requester user,
    boolean dryRun) {

  /** The object the request is about: the new one, or for a deletion the stored one. */
  public T subject() {
    if (object != null) {
      return object;
    }
    if (old != null) {
      return old;
    }
    throw new IllegalStateException("the API server sent " + operation + " without an object");
  }
}
