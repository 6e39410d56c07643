package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * The engine, turned by hand: one thread, one object after the other, so that every run makes the
 * same calls in the same order. What it looks at is as old as its snapshot.
 */
final class HandEngine {

  private static final int MOST = 30;
  private static final int BLIND_TURNS = 3;

  private final Lab lab;
  private final Snapshot cache;
  private final PatchedFinalizers finalizers;
  private final Reconciler<?> pools;
  private final Reconciler<?> claims;
  private final Reconciler<?> ledgers;
  private final BooleanSupplier frozen;
  private boolean thawed;
  private volatile Instant now;

  /**
   * An engine that has done nothing yet.
   *
   * @param process what the reconcilers call
   * @param frozen whether the cache stands still
   */
  HandEngine(Lab lab, KubernetesClient process, Instant start, BooleanSupplier frozen) {
    this.frozen = frozen;
    this.lab = lab;
    this.now = start;
    this.finalizers = new PatchedFinalizers(process);
    var controllers =
        new AddressControllers(
            process,
            lab.scope(),
            () -> now,
            new SimpleMeterRegistry(),
            "test",
            2,
            1,
            Runnable::run);
    this.pools = controllers.pools();
    this.claims = controllers.claims();
    this.ledgers = controllers.ledgers();
    var scope = lab.scope();
    this.cache =
        new Snapshot(
            lab.client(),
            List.of(
                scope.pools(),
                scope.claims(),
                scope.clusters(),
                scope.providers(),
                LedgerStore.kind(scope.platform())));
  }

  void at(Instant later) {
    now = later;
  }

  /**
   * Turns until a whole turn makes no call. While the cache stands still it turns a few times more,
   * then the cache moves on.
   */
  void turnUntilSettled(IntSupplier calls) {
    var blind = 0;
    for (var turn = 0; turn < MOST; turn++) {
      var before = calls.getAsInt();
      turn();
      if (!standsStill()) {
        if (calls.getAsInt() == before) {
          return;
        }
      } else if (++blind == BLIND_TURNS) {
        thawed = true;
      }
    }
    throw new IllegalStateException("it did not settle within " + MOST + " turns");
  }

  /** Turns so often, whatever comes of it. */
  void turn(int times) {
    for (var turn = 0; turn < times; turn++) {
      turn();
    }
  }

  private void turn() {
    if (!standsStill()) {
      cache.look();
    }
    each(lab.scope().claims(), claims);
    each(lab.scope().pools(), pools);
    each(LedgerStore.kind(lab.namespace()), ledgers);
  }

  private boolean standsStill() {
    return frozen.getAsBoolean() && !thawed;
  }

  private <T extends HasMetadata> void each(Kind<T> kind, Reconciler<?> reconciler) {
    cache.list(kind).stream()
        .sorted(Comparator.comparing(one -> one.getMetadata().getName()))
        .forEach(one -> run(one, reconciler));
  }

  // Safe: each reconciler is asked about its own kind only.
  @SuppressWarnings("unchecked")
  private <T extends HasMetadata> void run(T object, Reconciler<?> reconciler) {
    var meta = object.getMetadata();
    var context =
        new Context(
            new ObjectKey(meta.getNamespace(), meta.getName()),
            cache,
            now,
            now.plus(Duration.ofMinutes(1)),
            0,
            "test");
    try {
      var outcome = run(object, (Reconciler<T>) reconciler, context);
      if (outcome instanceof Outcome.Failed(var reason, var problem)) {
        throw new IllegalStateException(reason + ": " + problem.sentence());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  /** As the engine does it. */
  @SuppressWarnings("unchecked")
  private <T extends HasMetadata> Outcome run(T object, Reconciler<T> reconciler, Context context)
      throws InterruptedException {
    if (!(reconciler instanceof Cleaner<?>)) {
      return reconciler.reconcile(object, context);
    }
    var cleaner = (Cleaner<T>) reconciler;
    if (!object.isMarkedForDeletion()) {
      if (!object.hasFinalizer(cleaner.finalizer())) {
        finalizers.add(object, cleaner.finalizer());
      }
      return reconciler.reconcile(object, context);
    }
    if (!object.hasFinalizer(cleaner.finalizer())) {
      return Outcome.settled();
    }
    return switch (cleaner.cleanup(object, context)) {
      case Cleanup.Done() -> {
        finalizers.remove(object, cleaner.finalizer());
        yield Outcome.settled();
      }
      case Cleanup.Unfinished(var next) -> next;
    };
  }
}
