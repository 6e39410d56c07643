package dev.butlerlabs.butler.ipam.admission;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;

/** A pool stays while somebody holds addresses of it. */
public final class PoolDeletionRule implements Rule<NetworkPool> {

  private final Records records;

  public PoolDeletionRule(Records records) {
    this.records = records;
  }

  @Override
  public Ruling review(Request<NetworkPool> request) {
    var held = PoolRule.held(records.claims(request.key()));
    if (held.isEmpty()) {
      return Ruling.allowed();
    }
    var first = held.getFirst();
    return Ruling.denied(
        // kubectl shows no problem without a field.
        "spec",
        "addresses of NetworkPool %s are held through %d IPAllocations, for example %s by %s for TenantCluster %s"
            .formatted(request.key(), held.size(), first.range(), first.claim(), first.tenant()),
        "delete these clusters, or give the addresses back with spec.release, then try again");
  }
}
