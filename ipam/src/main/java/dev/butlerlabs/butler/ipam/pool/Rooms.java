package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.claim.ClaimTeller;
import dev.butlerlabs.butler.ipam.claim.Clerk;
import dev.butlerlabs.butler.ipam.ledger.Archive;
import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * What every desk of this process works with.
 *
 * @param batch how many claims are bound between two swaps of a ledger
 */
record Rooms(
    Scope scope,
    Archive archive,
    LedgerStore ledgers,
    Clerk clerk,
    ClaimTeller teller,
    Books books,
    Readings readings,
    Together together,
    int batch) {

  static Rooms of(KubernetesClient client, Scope scope, ClaimTeller teller, int batch, int atOnce) {
    return new Rooms(
        scope,
        new Archive(client, scope),
        new LedgerStore(client, scope.platform()),
        new Clerk(client),
        teller,
        new Books(),
        new Readings(),
        new Together(atOnce),
        batch);
  }
}
