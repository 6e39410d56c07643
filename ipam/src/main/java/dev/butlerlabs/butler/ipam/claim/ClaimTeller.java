package dev.butlerlabs.butler.ipam.claim;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.claim.plan.Refusal;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.tell.PoolMetrics;
import dev.butlerlabs.butler.kube.write.EventQueue;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.stream.Collectors;

/**
 * Tells what has become of claims, as events and as counts. It is asked when the status that says
 * so is stored, so nothing is told twice by one process, and nothing again after a restart.
 */
public final class ClaimTeller {

  private final EventQueue events;
  private final PoolMetrics metrics;

  public ClaimTeller(EventQueue events, PoolMetrics metrics) {
    this.events = events;
    this.metrics = metrics;
  }

  /** Addresses come before events about them: none is written until this is closed. */
  public EventQueue.Hold quiet() {
    return events.hold();
  }

  /** It has its addresses. */
  public void allocated(Claim claim) {
    metrics.processed("allocated", 1);
    events.tell(
        about(claim),
        ClaimEvent.IPS_ALLOCATED,
        "holds %s of NetworkPool %s".formatted(ranges(claim), claim.pool()));
  }

  /** It was told why it is not served. */
  public void refused(Claim claim, Refusal refusal) {
    metrics.processed(refusal.why().wire(), 1);
    events.tell(
        about(claim),
        ClaimEvent.ALLOCATION_FAILED,
        "%s: %s".formatted(refusal.why().wire(), refusal.message()));
  }

  /** It has given back what it had, if anything. */
  public void released() {
    metrics.processed("released", 1);
  }

  /** It was put off without a word, because another pool binds for its tenant just now. */
  public void putOff() {
    metrics.processed("putOff", 1);
  }

  /** It goes because its cluster is gone. */
  public void orphaned(Claim claim) {
    var had = claim.ranges().isEmpty() ? "had no addresses" : "gives back " + ranges(claim);
    events.tell(
        about(claim),
        ClaimEvent.ORPHANED_ALLOCATION_GC,
        "TenantCluster %s is gone; %s".formatted(claim.tenant(), had));
  }

  private static String ranges(Claim claim) {
    return claim.ranges().stream().map(AddressRange::toString).collect(Collectors.joining(", "));
  }

  /** As little of the object as an event names, because many may wait to be told. */
  private static IPAllocation about(Claim claim) {
    var all = claim.object().getMetadata();
    var stub = new IPAllocation();
    stub.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(all.getNamespace())
            .withName(all.getName())
            .withUid(all.getUid())
            .withResourceVersion(all.getResourceVersion())
            .build());
    return stub;
  }
}
