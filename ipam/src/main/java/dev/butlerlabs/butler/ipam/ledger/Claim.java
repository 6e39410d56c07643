package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One IPAllocation as it was seen at one version: who wants what, and what its receipt says.
 *
 * @param object as it was read; never changed
 * @param ranges what the receipt names, whatever the stage; empty for a claim that never held
 *     anything
 */
public record Claim(
    IPAllocation object, IPAllocationSpec spec, Stage stage, List<AddressRange> ranges) {

  /** Names the UID of the TenantCluster a claim is for, where whoever made the claim knew it. */
  public static final String TENANT_UID = "butler.butlerlabs.dev/tenant-uid";

  private static final String WITHDRAWN = ConditionType.WITHDRAWN.wire();
  private static final String HOLDER_GONE = ConditionType.HOLDER_GONE.wire();

  public Claim {
    ranges = List.copyOf(ranges);
  }

  /** The claim in the object; none where it has no spec and so asks for nothing. */
  public static Optional<Claim> of(IPAllocation object) {
    var spec = object.getSpec();
    if (spec == null) {
      return Optional.empty();
    }
    var status = object.getStatus();
    return Optional.of(new Claim(object, spec, Stage.of(status), ReceiptRanges.of(status)));
  }

  public ObjectKey key() {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  public String uid() {
    return object.getMetadata().getUid();
  }

  public Holder holder() {
    return new Holder(uid(), key());
  }

  public String version() {
    return object.getMetadata().getResourceVersion();
  }

  public long generation() {
    return Objects.requireNonNullElse(object.getMetadata().getGeneration(), 0L);
  }

  public ObjectKey pool() {
    return new ObjectKey(object.getMetadata().getNamespace(), spec.poolRef().name());
  }

  public ObjectKey tenant() {
    var ref = spec.tenantClusterRef();
    return new ObjectKey(ref.namespace(), ref.name());
  }

  /** The UID of its cluster, where its maker wrote it down. */
  public Optional<String> tenantUid() {
    return Optional.ofNullable(labels().get(TENANT_UID));
  }

  public Share share() {
    return new Share(tenant(), spec.type());
  }

  /** When it was made, as API servers write it: in UTC to the second, so texts sort like times. */
  public String created() {
    return object.getMetadata().getCreationTimestamp();
  }

  public Instant createdAt() {
    return Instant.parse(created());
  }

  /** When it was given back; empty where nobody wrote that down. */
  public Optional<Instant> leftAt() {
    var status = object.getStatus();
    return status == null ? Optional.empty() : Optional.ofNullable(status.releasedAt());
  }

  public boolean deleting() {
    return object.getMetadata().getDeletionTimestamp() != null;
  }

  /** Somebody wants it to give back what it has, or to stop asking. */
  public boolean toLeave() {
    return deleting() || spec.releaseWanted();
  }

  /** Our finalizer stands on it, so it cannot go without our say. */
  public boolean guarded() {
    return object.getMetadata().getFinalizers().contains(Finalizers.IP_ALLOCATION);
  }

  /** Wants addresses and may be given some. */
  public boolean waits() {
    return stage == Stage.WAITING && !toLeave();
  }

  /** Nothing announces or uses the addresses any more. */
  public boolean letGo() {
    return conditions().holds(WITHDRAWN) || conditions().holds(HOLDER_GONE);
  }

  /** Its cluster was deleted, and can be had back with its addresses. */
  public boolean kept() {
    return conditions().find(HOLDER_GONE).filter(DeletionGrace::keeps).isPresent();
  }

  public Conditions conditions() {
    var status = object.getStatus();
    return status == null ? Conditions.none() : new Conditions(status.conditions());
  }

  public Optional<Condition> ready() {
    return conditions().find("Ready");
  }

  /** How many addresses its receipt names. */
  public BigInteger size() {
    return ranges.stream().map(AddressRange::size).reduce(BigInteger.ZERO, BigInteger::add);
  }

  private Map<String, String> labels() {
    return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }

  @Override
  public String toString() {
    return key() + " at version " + version();
  }
}
