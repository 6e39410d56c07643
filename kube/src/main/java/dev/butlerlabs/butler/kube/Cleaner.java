package dev.butlerlabs.butler.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * The other half of a {@link Reconciler} whose work outlives its object: undoing it.
 *
 * <p>A reconciler that is also a cleaner has its finalizer put on each object before the first
 * reconcile, and is asked to clean up, not to reconcile, once deletion was requested. The finalizer
 * goes only after {@link Cleanup.Done}.
 */
public interface Cleaner<T extends HasMetadata> {

  /** The finalizer of this feature, such as {@code butler.butlerlabs.dev/ipam}. */
  String finalizer();

  /** Undoes, as far as is possible now; asked again until it is done. */
  Cleanup cleanup(T object, Context context) throws InterruptedException;
}
