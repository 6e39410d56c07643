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

/**
 * Who has which names in a store, kept in the DataStore's status and written by compare-and-swap:
 * of two that claim the same name at the same time one wins and the other hears who did.
 */
final class Reservations {

  private final CompareAndSwap swap;

  Reservations(KubernetesClient client) {
    this.swap = new CompareAndSwap(client, CompareAndSwap.Part.STATUS);
  }

  /** Reserves the corner's names, or finds them reserved. Costs no call when it saw so before. */
  Told<Boolean> claim(DataStore seen, Corner corner) {
    return switch (Claim.of(corner, of(seen))) {
      case Claim.Held() -> Told.done(true);
      // What the cache shows may be old either way; what is stored decides.
      default ->
          told(corner, swap.update(seen, stored -> claimed(stored, corner)))
              .then(stored -> judge(stored, corner));
    };
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
