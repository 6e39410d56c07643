package dev.butlerlabs.butler.ipam.history;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One kept record: a claim had a range for a time.
 *
 * @param until absent while it still has it, or where nobody wrote it down
 * @param ended whether it was given back
 */
public record Possession(
    ObjectKey claim,
    ObjectKey pool,
    ObjectKey cluster,
    IPAllocationSpec.Type type,
    AddressRange range,
    Instant from,
    Optional<Instant> until,
    boolean ended) {

  /** What a claim's record says, if it ever had anything. */
  public static Optional<Possession> of(IPAllocation claim) {
    var spec = claim.getSpec();
    var status = claim.getStatus();
    if (spec == null
        || status == null
        || status.allocatedAt() == null
        || status.startAddress() == null
        || status.endAddress() == null
        || !(AddressRange.between(status.startAddress(), status.endAddress())
            instanceof Parsed.Good<AddressRange>(var range))) {
      return Optional.empty();
    }
    var namespace = Objects.requireNonNullElse(claim.getMetadata().getNamespace(), "");
    return Optional.of(
        new Possession(
            new ObjectKey(namespace, claim.getMetadata().getName()),
            new ObjectKey(namespace, spec.poolRef().name()),
            new ObjectKey(spec.tenantClusterRef().namespace(), spec.tenantClusterRef().name()),
            spec.type(),
            range,
            status.allocatedAt(),
            Optional.ofNullable(status.releasedAt()).filter(_ -> status.phase() == Phase.RELEASED),
            status.phase() == Phase.RELEASED));
  }

  /** Whether it had its range then: from the first instant on, until just before the last. */
  boolean at(Instant when) {
    return !endUnknown()
        && !when.isBefore(from)
        && until.filter(end -> !when.isBefore(end)).isEmpty();
  }

  /** It was given back, but nobody knows when. */
  boolean endUnknown() {
    return ended && until.isEmpty();
  }
}
