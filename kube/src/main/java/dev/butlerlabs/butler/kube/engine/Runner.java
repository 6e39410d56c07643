package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Finalizers;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.function.Function;

/** What one turn of a key means: reconcile, clean up, or take note that the object is gone. */
final class Runner<T extends HasMetadata> {

  private final Function<ObjectKey, Optional<T>> find;
  private final Reconciler<T> reconciler;
  private final Optional<Cleaner<T>> cleaner;
  private final Finalizers finalizers;

  Runner(
      Function<ObjectKey, Optional<T>> find,
      Reconciler<T> reconciler,
      Optional<Cleaner<T>> cleaner,
      Finalizers finalizers) {
    this.find = find;
    this.reconciler = reconciler;
    this.cleaner = cleaner;
    this.finalizers = finalizers;
  }

  Outcome run(Context context) throws InterruptedException {
    var found = find.apply(context.key());
    if (found.isEmpty()) {
      reconciler.gone(context.key(), context);
      return Outcome.settled();
    }
    var object = found.get();
    if (cleaner.isEmpty()) {
      return reconciler.reconcile(object, context);
    }
    return object.isMarkedForDeletion()
        ? cleanUp(object, cleaner.get(), context)
        : guarded(object, cleaner.get(), context);
  }

  private Outcome guarded(T object, Cleaner<T> undo, Context context) throws InterruptedException {
    if (object.hasFinalizer(undo.finalizer())) {
      return reconciler.reconcile(object, context);
    }
    var stored = finalizers.add(object, undo.finalizer());
    return stored.isMarkedForDeletion()
        ? cleanUp(stored, undo, context)
        : reconciler.reconcile(stored, context);
  }

  private Outcome cleanUp(T object, Cleaner<T> undo, Context context) throws InterruptedException {
    if (!object.hasFinalizer(undo.finalizer())) {
      return Outcome.settled();
    }
    return switch (undo.cleanup(object, context)) {
      case Cleanup.Done() -> {
        finalizers.remove(object, undo.finalizer());
        yield Outcome.settled();
      }
      case Cleanup.Unfinished(var next) -> next;
    };
  }
}
