package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.pool.plan.PoolPlanner;
import dev.butlerlabs.butler.ipam.tell.PoolTeller;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Gives out the addresses of NetworkPools and takes them back: look, decide, act, tell. */
public final class PoolReconciler implements Reconciler<NetworkPool>, Cleaner<NetworkPool> {

  /** How long after two pools got into each other's way they try again; not both at once. */
  private static final Duration CONTENDED = Duration.ofMillis(200);

  private static final int JITTER_MILLIS = 300;

  private final Rooms rooms;
  private final PoolTeller teller;
  private final Map<ObjectKey, Desk> desks = new ConcurrentHashMap<>();

  /**
   * A reconciler with empty books.
   *
   * @param batch how many claims are bound between two writes of a ledger
   * @param atOnce how many receipts are written at the same time
   */
  public PoolReconciler(
      KubernetesClient client, Scope scope, PoolTeller teller, int batch, int atOnce) {
    this.rooms = Rooms.of(client, scope, batch, atOnce);
    this.teller = teller;
  }

  public Watches<NetworkPool> watches() {
    return PoolWatches.of(rooms.scope());
  }

  @Override
  public Outcome reconcile(NetworkPool pool, Context context) throws InterruptedException {
    if (pool.getSpec() == null) {
      return Outcome.settled();
    }
    var result = desk(context.key()).pass(pool, false, context);
    if (result.isEmpty()) {
      return Outcome.settled();
    }
    teller.tell(Told.of(pool, result.get())).orElseThrow();
    return next(result.get(), context);
  }

  @Override
  public String finalizer() {
    return Finalizers.NETWORK_POOL;
  }

  /** The pool goes when nobody has anything of it; what rests outlives it in its ledger. */
  @Override
  public Cleanup cleanup(NetworkPool pool, Context context) throws InterruptedException {
    if (pool.getSpec() == null) {
      return Cleanup.done();
    }
    var result = desk(context.key()).pass(pool, true, context);
    if (result.isEmpty() || result.get().book().empty()) {
      return Cleanup.done();
    }
    teller.tell(Told.of(pool, result.get())).orElseThrow();
    return Cleanup.unfinished(next(result.get(), context));
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    var desk = desks.remove(key);
    if (desk != null) {
      desk.forget();
    }
    teller.gone(key);
  }

  private Desk desk(ObjectKey key) {
    return desks.computeIfAbsent(key, pool -> new Desk(pool, rooms));
  }

  private static Outcome next(Desk.Result result, Context context) {
    if (result.contended()) {
      var jitter = Math.floorMod(context.key().hashCode(), JITTER_MILLIS);
      return Outcome.lookAgain(CONTENDED.plusMillis(jitter));
    }
    if (result.more()) {
      return Outcome.lookAgain(Duration.ZERO);
    }
    var now = context.now();
    return Stream.concat(
            PoolPlanner.nextDue(result.book(), result.sight()).stream(),
            result.tenants().nextDue(result.sight().claims(), now).stream())
        .min(Instant::compareTo)
        .map(due -> due.isAfter(now) ? Duration.between(now, due) : Duration.ZERO)
        .map(Outcome::lookAgain)
        .orElseGet(Outcome::settled);
  }
}
