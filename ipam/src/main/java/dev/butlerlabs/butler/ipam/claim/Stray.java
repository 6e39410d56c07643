package dev.butlerlabs.butler.ipam.claim;

import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.claim.plan.Receipt;
import dev.butlerlabs.butler.ipam.claim.plan.Refusal;
import dev.butlerlabs.butler.ipam.claim.plan.Step;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.ipam.ledger.Resting;
import dev.butlerlabs.butler.ipam.ledger.Stage;
import dev.butlerlabs.butler.ipam.ledger.StoredLedger;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Claims whose pool is not there. What they hold they hold, and it rests in the ledger when they
 * leave, so that a pool of the same name finds it there.
 */
final class Stray {

  private static final NetworkPoolSpec USUAL =
      new NetworkPoolSpec("0.0.0.0/0", List.of(), null, List.of(), null, null);

  /** What holds where no pool says otherwise. */
  static final Duration RETENTION = USUAL.effectiveRetention();

  private final Clerk clerk;
  private final LedgerStore ledgers;
  private final ClaimTeller teller;

  Stray(Clerk clerk, LedgerStore ledgers, ClaimTeller teller) {
    this.clerk = clerk;
    this.ledgers = ledgers;
    this.teller = teller;
  }

  Outcome take(Claim claim, Step step, boolean orphaned, Instant now) {
    return switch (step) {
      case SERVE -> refuse(claim, now);
      case CLOSE -> ClaimReconciler.answered(released(claim, now));
      case BEGIN_LEAVING -> beginLeaving(claim, orphaned, now);
      case LEAVE -> leave(claim, now);
      case FORGET -> ClaimReconciler.answered(clerk.delete(claim));
      case STAY -> stay(claim, now);
    };
  }

  private Outcome refuse(Claim claim, Instant now) {
    var refusal =
        new Refusal(
            Refusal.Why.POOL_NOT_FOUND,
            "there is no NetworkPool %s; it is served as soon as there is".formatted(claim.pool()));
    return Receipt.alreadyFailed(claim, refusal)
        ? Outcome.settled()
        : ClaimReconciler.answered(
            ClaimReconciler.noting(
                clerk.write(claim, Receipt.failed(claim, refusal, now)),
                told -> teller.refused(told, refusal)));
  }

  private Outcome beginLeaving(Claim claim, boolean orphaned, Instant now) {
    var answer = clerk.write(claim, Receipt.releasing(claim, now));
    return ClaimReconciler.answered(
        orphaned ? ClaimReconciler.noting(answer, teller::orphaned) : answer);
  }

  private Answer<Claim> released(Claim claim, Instant now) {
    return ClaimReconciler.noting(
        clerk.write(claim, Receipt.released(claim, now)), _ -> teller.released());
  }

  private Outcome leave(Claim claim, Instant now) {
    var stored = ledgers.open(claim.pool()).orElseThrow();
    var answer =
        ledgers
            .swap(stored, stored.ledger().with(stored.ledger().open(), resting(stored, claim, now)))
            .then(_ -> released(claim, now));
    return ClaimReconciler.answered(answer);
  }

  private static List<Resting> resting(StoredLedger stored, Claim claim, Instant now) {
    var resting = new ArrayList<>(stored.ledger().resting());
    for (var range : claim.ranges()) {
      if (resting.stream().noneMatch(rest -> rest.range().equals(range))) {
        resting.add(new Resting(range, now.plus(USUAL.effectiveReuseDelay())));
      }
    }
    return resting;
  }

  private static Outcome stay(Claim claim, Instant now) {
    return claim.stage() == Stage.LEFT && !claim.deleting()
        ? Outcome.lookAgain(Duration.between(now, Step.forgottenAt(claim, RETENTION)))
        : Outcome.settled();
  }
}
