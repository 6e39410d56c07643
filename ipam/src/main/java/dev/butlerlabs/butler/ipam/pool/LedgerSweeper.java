package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.claim.Clerk;
import dev.butlerlabs.butler.ipam.ledger.Archive;
import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.ipam.ledger.Ledgers.Reading;
import dev.butlerlabs.butler.ipam.ledger.Open;
import dev.butlerlabs.butler.ipam.ledger.Resting;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.ledger.StoredLedger;
import dev.butlerlabs.butler.ipam.ledger.UnreadableLedger;
import dev.butlerlabs.butler.ipam.tell.PoolEvent;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Looks after ledgers whose pool is gone: they announce nothing, and go when all has rested.
 *
 * <p>A pool of the same name that comes before takes the ledger over as it is.
 */
public final class LedgerSweeper implements Reconciler<ConfigMap> {

  private final Scope scope;
  private final Archive archive;
  private final LedgerStore ledgers;
  private final Clerk clerk;
  private final Events events;

  public LedgerSweeper(KubernetesClient client, Scope scope, Events events) {
    this.scope = scope;
    this.archive = new Archive(client, scope);
    this.ledgers = new LedgerStore(client, scope.platform());
    this.clerk = new Clerk(client);
    this.events = events;
  }

  public Watches<ConfigMap> watches() {
    return Watches.on(LedgerStore.kind(scope.platform()))
        .mapped(
            scope.pools(),
            (pool, cache) -> {
              var key =
                  new ObjectKey(pool.getMetadata().getNamespace(), pool.getMetadata().getName());
              return cache.find(scope.pools(), key).isPresent()
                  ? List.of()
                  : List.of(new ObjectKey(scope.platform(), LedgerStore.name(key)));
            });
  }

  @Override
  public Outcome reconcile(ConfigMap object, Context context) {
    return switch (LedgerStore.reading(object)) {
      case Reading.Good(var seen) ->
          poolThere(seen.ledger().pool(), context.cache())
              ? Outcome.settled()
              : sweep(seen, context.now());
      case Reading.Bad(var ledger) -> {
        complain(object, ledger, context.cache());
        yield Outcome.settled();
      }
    };
  }

  private boolean poolThere(ObjectKey pool, Cache cache) {
    return cache.find(scope.pools(), pool).isPresent() || archive.pool(pool).isPresent();
  }

  /** Where a pool has it, the pool tells; the change that mends it comes by itself. */
  private void complain(ConfigMap object, UnreadableLedger ledger, Cache cache) {
    var ofPool =
        cache.list(scope.pools()).stream()
            .map(
                one -> new ObjectKey(one.getMetadata().getNamespace(), one.getMetadata().getName()))
            .anyMatch(ledger::isOf);
    if (!ofPool) {
      events.tell(
          object,
          PoolEvent.LEDGER_UNREADABLE,
          ledger.sentence()
              + ". No NetworkPool has it any more. Addresses it speaks of legibly are given out by"
              + " nobody. Undo what was done to it, or delete it when all that its pool gave back"
              + " has rested");
    }
  }

  private Outcome sweep(StoredLedger seen, Instant now) {
    var ledger = seen.ledger();
    var open = ledger.open().stream().filter(entry -> mayBeBound(entry, seen.version())).toList();
    var resting = ledger.resting().stream().filter(rest -> !rest.over(now)).toList();
    if (open.isEmpty() && resting.isEmpty()) {
      return outcome(ledgers.remove(seen));
    }
    var next = ledger.announcing(List.of()).with(open, resting);
    if (!next.equals(ledger)) {
      return outcome(ledgers.swap(seen, next));
    }
    return resting.stream()
        .map(Resting::until)
        .min(Instant::compareTo)
        .map(until -> Outcome.lookAgain(Duration.between(now, until)))
        .orElseGet(() -> Outcome.lookAgain(Duration.ofMinutes(1)));
  }

  /** Whether somebody could still write the receipt; made impossible where it can be. */
  private boolean mayBeBound(Open entry, String mark) {
    return archive
        .claim(entry.holder())
        .filter(claim -> claim.version().equals(entry.version()))
        .filter(claim -> !(clerk.passOver(claim, mark) instanceof Answer.Done<?>))
        .isPresent();
  }

  private static Outcome outcome(Answer<?> answer) {
    return switch (answer) {
      case Answer.Done<?> _ -> Outcome.settled();
      case Answer.Failed<?>(Trouble.NotFound _) -> Outcome.settled();
      case Answer.Failed<?>(var trouble) -> trouble.outcome();
    };
  }
}
