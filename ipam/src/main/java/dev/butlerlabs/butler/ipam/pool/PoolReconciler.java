package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.claim.ClaimTeller;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.pool.plan.PoolPlanner;
import dev.butlerlabs.butler.ipam.tell.PoolTeller;
import dev.butlerlabs.butler.ipam.tell.PoolView;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.kube.write.TroubleException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Gives out the addresses of NetworkPools and takes them back: look, decide, act, tell. */
public final class PoolReconciler implements Reconciler<NetworkPool>, Cleaner<NetworkPool> {

  /** How long after two got into each other's way they try again; two pools not both at once. */
  private static final Duration CONTENDED = Duration.ofMillis(200);

  private static final int JITTER_MILLIS = 300;

  /** For what is noticed by a watch, in case it is not. */
  private static final Outcome SLOWLY = Outcome.lookAgain(Duration.ofMinutes(5));

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
      KubernetesClient client,
      Scope scope,
      PoolTeller teller,
      ClaimTeller claims,
      int batch,
      int atOnce) {
    this.rooms = Rooms.of(client, scope, claims, batch, atOnce);
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
    return switch (pass(pool, false, context)) {
      case Pass.NoPool() -> Outcome.settled();
      case Pass.Overtaken() -> inAMoment(context);
      case Pass.Stopped stopped -> tell(Told.of(pool, stopped), SLOWLY);
      case Pass.Done done -> tell(Told.of(pool, done), next(done, context));
    };
  }

  private Pass pass(NetworkPool pool, boolean closing, Context context)
      throws InterruptedException {
    try (var _ = rooms.teller().quiet()) {
      return desk(context.key()).pass(pool, closing, context);
    } catch (TroubleException told) {
      if (told.trouble() instanceof Trouble.Conflict) {
        return new Pass.Overtaken();
      }
      throw told;
    }
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
    return switch (pass(pool, true, context)) {
      case Pass.NoPool() -> Cleanup.done();
      case Pass.Overtaken() -> Cleanup.unfinished(inAMoment(context));
      case Pass.Stopped stopped -> Cleanup.unfinished(tell(Told.of(pool, stopped), SLOWLY));
      case Pass.Done done when done.book().empty() -> Cleanup.done();
      case Pass.Done done -> Cleanup.unfinished(tell(Told.of(pool, done), next(done, context)));
    };
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

  private Outcome tell(PoolView view, Outcome then) {
    teller.tell(view).orElseThrow();
    return then;
  }

  private static Outcome next(Pass.Done done, Context context) {
    return switch (done.next()) {
      case AT_ONCE -> Outcome.lookAgain(Duration.ZERO);
      case IN_A_MOMENT -> inAMoment(context);
      case SLOWLY -> SLOWLY;
      case WHEN_DUE -> whenDue(done, context.now());
    };
  }

  /** Who was overtaken did not fail, so its pauses do not grow. */
  private static Outcome inAMoment(Context context) {
    var jitter = Math.floorMod(context.key().hashCode(), JITTER_MILLIS);
    return Outcome.lookAgain(CONTENDED.plusMillis(jitter));
  }

  private static Outcome whenDue(Pass.Done done, Instant now) {
    return Stream.concat(
            PoolPlanner.nextDue(done.book(), done.sight()).stream(),
            done.tenants().nextDue(done.sight().claims(), now).stream())
        .min(Instant::compareTo)
        .map(due -> due.isAfter(now) ? Duration.between(now, due) : Duration.ZERO)
        .map(Outcome::lookAgain)
        .orElseGet(Outcome::settled);
  }
}
