package dev.butlerlabs.butler.kube;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * What a feature does about one object: observe, plan, act, tell.
 *
 * <p>The engine promises: never two runs at once for one key, the newest object it has seen, a run
 * after every change that the {@link Watches} name, a repeat with growing pauses after a failure,
 * an interrupt when the deadline is over. The reconciler promises: any run may be the first, the
 * second or one cut off half-way; the object handed in is shared and is never changed; all that is
 * waited for is watched, or a {@link Outcome.LookAgain} is answered.
 */
public interface Reconciler<T extends HasMetadata> {

  /** Brings the world to what the object asks for. What it throws counts as a failure. */
  Outcome reconcile(T object, Context context) throws InterruptedException;

  /**
   * The object is in the cache no more. For forgetting what was kept in memory; what must be undone
   * outside is the work of a {@link Cleaner}, since nobody calls this after a restart.
   */
  default void gone(ObjectKey key, Context context) throws InterruptedException {}
}
