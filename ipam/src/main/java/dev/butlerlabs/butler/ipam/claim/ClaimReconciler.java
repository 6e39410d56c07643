package dev.butlerlabs.butler.ipam.claim;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.ipam.claim.plan.Step;
import dev.butlerlabs.butler.ipam.ledger.Archive;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.ledger.Stage;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Guards IPAllocations with a finalizer, and looks after those that no pool does: their pool or
 * their cluster is gone.
 */
public final class ClaimReconciler implements Reconciler<IPAllocation>, Cleaner<IPAllocation> {

  private final Scope scope;
  private final Archive archive;
  private final Clerk clerk;
  private final Stray stray;
  private final ClaimTeller teller;

  public ClaimReconciler(KubernetesClient client, Scope scope, ClaimTeller teller) {
    this.scope = scope;
    this.archive = new Archive(client, scope);
    this.clerk = new Clerk(client);
    this.stray = new Stray(clerk, new LedgerStore(client, scope.platform()), teller);
    this.teller = teller;
  }

  public Watches<IPAllocation> watches() {
    return Watches.on(scope.claims())
        .mapped(
            scope.pools(),
            (pool, cache) ->
                ifGone(
                    cache, keyOf(pool), cache.find(scope.pools(), keyOf(pool)).isPresent(), true))
        .mapped(
            scope.clusters(),
            (cluster, cache) ->
                ifGone(
                    cache,
                    keyOf(cluster),
                    cache.find(scope.clusters(), keyOf(cluster)).isPresent(),
                    false))
        .indexed(scope.claimsByPool())
        .indexed(scope.claimsByTenant());
  }

  @Override
  public Outcome reconcile(IPAllocation object, Context context) {
    var claim = Claim.of(object);
    return claim.isEmpty() ? Outcome.settled() : reconcile(claim.get(), context);
  }

  @Override
  public String finalizer() {
    return Finalizers.IP_ALLOCATION;
  }

  /** One that holds nothing goes at once; the others when their pool says that they have left. */
  @Override
  public Cleanup cleanup(IPAllocation object, Context context) {
    var claim = Claim.of(object);
    if (claim.isEmpty() || !claim.get().stage().taken()) {
      return Cleanup.done();
    }
    return Cleanup.unfinished(reconcile(claim.get(), context));
  }

  private Outcome reconcile(Claim claim, Context context) {
    var tenants = new Tenants(scope, archive, context.cache());
    var orphaned = tenants.orphaned(claim, context.now());
    if (orphaned && claim.stage() == Stage.WAITING && !claim.deleting()) {
      return answered(noting(clerk.delete(claim), _ -> teller.orphaned(claim)));
    }
    var poolThere =
        context.cache().find(scope.pools(), claim.pool()).isPresent()
            || archive.pool(claim.pool()).isPresent();
    if (!poolThere) {
      var step = Step.of(claim, orphaned, Stray.RETENTION, context.now());
      return stray.take(claim, step, orphaned, context.now());
    }
    return tenants
        .nextDue(List.of(claim), context.now())
        .filter(_ -> claim.stage() == Stage.WAITING)
        .map(due -> Outcome.lookAgain(Duration.between(context.now(), due)))
        .orElseGet(Outcome::settled);
  }

  static <T> Answer<T> noting(Answer<T> answer, Consumer<T> done) {
    if (answer instanceof Answer.Done<T>(var value)) {
      done.accept(value);
    }
    return answer;
  }

  /** What became other than we saw comes back by its own change. */
  static Outcome answered(Answer<?> answer) {
    return switch (answer) {
      case Answer.Done<?> _ -> Outcome.settled();
      case Answer.Failed<?>(Trouble.Conflict _) -> Outcome.settled();
      case Answer.Failed<?>(Trouble.NotFound _) -> Outcome.settled();
      case Answer.Failed<?>(var trouble) -> trouble.outcome();
    };
  }

  private Collection<ObjectKey> ifGone(Cache cache, ObjectKey key, boolean there, boolean pool) {
    if (there) {
      return List.of();
    }
    var index = pool ? scope.claimsByPool() : scope.claimsByTenant();
    return cache.list(index, key.toString()).stream().map(ClaimReconciler::keyOf).toList();
  }

  private static ObjectKey keyOf(HasMetadata object) {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }
}
