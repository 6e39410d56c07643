package dev.butlerlabs.butler.steward.store;

import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.DataStoreStatus;
import dev.butlerlabs.butler.api.steward.DataStoreStatus.Reservation;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.plan.Claim;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who has which names in a store, kept in the DataStore's status and written by compare-and-swap:
 * of two that claim the same name at the same time one wins and the other hears who did.
 */
final class Reservations {

  private static final Duration FOR_A_TURN = Duration.ofSeconds(5);

  private final CompareAndSwap swap;
  private final StoreSight sight;

  /** One claim after the other, each onto what the one before stored, needs no second try. */
  private final Map<String, ReentrantLock> turns = new ConcurrentHashMap<>();

  Reservations(KubernetesClient client, StoreSight sight) {
    this.sight = sight;
    this.swap = new CompareAndSwap(client, CompareAndSwap.Part.STATUS);
  }

  /**
   * Reserves the corner's names, or finds them reserved. Costs no call when it saw so before, and
   * one when nobody wrote since.
   *
   * @return the store as it stands then
   */
  Told<DataStore> claim(String store, Corner corner) {
    var turn = turns.computeIfAbsent(store, _ -> new ReentrantLock());
    var mine = false;
    try {
      // Whoever waits too long goes on all the same and meets conflicts, which are settled.
      mine = turn.tryLock(FOR_A_TURN.toMillis(), TimeUnit.MILLISECONDS);
      var claimed = sight.known(store).then(found -> claim(found, corner));
      if (claimed instanceof Told.Done<DataStore>(var stored)) {
        sight.saw(stored);
      }
      return claimed;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new Told.Unreachable<>(
          new Problem(
              "DataStore " + store, "the caller was stopped meanwhile", "it is tried again"),
          Duration.ZERO);
    } finally {
      if (mine) {
        turn.unlock();
      }
    }
  }

  private Told<DataStore> claim(DataStore seen, Corner corner) {
    return switch (Claim.of(corner, of(seen))) {
      case Claim.Held() -> Told.done(seen);
      case Claim.Free(var with) -> judged(corner, reserve(seen, with, corner));
      // What was seen may be old; what is stored decides.
      case Claim.Refused _ -> judged(corner, update(seen, corner));
    };
  }

  /** Onto what was seen, which is most likely what is stored; else onto what is. */
  private Answer<DataStore> reserve(DataStore seen, List<Reservation> with, Corner corner) {
    var answer = swap.swap(seen, with(seen, with));
    return answer instanceof Answer.Failed<DataStore>(Trouble.Conflict _)
        ? update(seen, corner)
        : answer;
  }

  private Answer<DataStore> update(DataStore seen, Corner corner) {
    return swap.update(seen, stored -> claimed(stored, corner));
  }

  private static Told<DataStore> judged(Corner corner, Answer<DataStore> answer) {
    return told(corner, answer).then(stored -> judge(stored, corner).map(_ -> stored));
  }

  /** Whether the names are the corner's, by what is stored now. */
  Told<Boolean> holds(DataStore seen, Corner corner) {
    return told(corner, swap.update(seen, stored -> stored))
        .map(stored -> of(stored).stream().anyMatch(one -> matches(one, corner)));
  }

  private static boolean matches(Reservation one, Corner corner) {
    return one.uid().equals(corner.uid())
        && one.schema().equals(corner.schema())
        && one.user().equals(corner.user());
  }

  /** Gives the names back. */
  Told<Boolean> release(DataStore seen, Corner corner) {
    return told(
            corner,
            swap.update(seen, stored -> with(stored, Claim.without(corner.uid(), of(stored)))))
        .map(_ -> true);
  }

  private static DataStore claimed(DataStore stored, Corner corner) {
    return Claim.of(corner, of(stored)) instanceof Claim.Free(var with)
        ? with(stored, with)
        : stored;
  }

  private static Told<Boolean> judge(DataStore stored, Corner corner) {
    return switch (Claim.of(corner, of(stored))) {
      case Claim.Held() -> Told.done(true);
      case Claim.Refused(var problem) -> new Told.Refused<>(problem);
      case Claim.Free _ ->
          new Told.Unreachable<>(
              new Problem(
                  "DataStore " + stored.getMetadata().getName(),
                  "the reservation for " + corner.owner() + " was not stored",
                  "it is tried again"),
              Duration.ZERO);
    };
  }

  private static Told<DataStore> told(Corner corner, Answer<DataStore> answer) {
    return switch (answer) {
      case Answer.Done<DataStore>(var stored) -> Told.done(stored);
      case Answer.Failed<DataStore>(Trouble.Unreachable trouble) ->
          new Told.Unreachable<>(trouble.problem(), trouble.retryAfter());
      case Answer.Failed<DataStore>(Trouble.Conflict trouble) ->
          new Told.Unreachable<>(trouble.problem(), Duration.ZERO);
      case Answer.Failed<DataStore>(var trouble) ->
          Told.refused(
              "TenantControlPlane " + corner.owner(),
              trouble.problem().sentence(),
              "see the DataStore");
    };
  }

  static List<Reservation> of(DataStore store) {
    return store.getStatus() == null ? List.of() : store.getStatus().reservations();
  }

  private static DataStore with(DataStore stored, List<Reservation> reservations) {
    var changed = new DataStore();
    changed.setMetadata(stored.getMetadata());
    changed.setSpec(stored.getSpec());
    var was = stored.getStatus();
    changed.setStatus(
        was == null
            ? new DataStoreStatus(List.of(), reservations, List.of(), null, null, null, List.of())
            : new DataStoreStatus(
                was.usedBy(),
                reservations,
                was.tenants(),
                was.version(),
                was.capacity(),
                was.observedGeneration(),
                was.conditions()));
    return changed;
  }
}
