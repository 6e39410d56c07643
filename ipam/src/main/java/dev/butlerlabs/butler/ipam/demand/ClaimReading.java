package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Family;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.demand.plan.Claim;
import dev.butlerlabs.butler.ipam.demand.plan.Refusal;
import dev.butlerlabs.butler.ipam.demand.plan.Sizes;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads stored IPAllocations as the claims of one cluster. */
final class ClaimReading {

  /** Names the UID of the cluster a claim is for, so that a namesake inherits nothing. */
  static final String TENANT_UID = "butler.butlerlabs.dev/tenant-uid";

  /** How many addresses the first block of a cluster is to have, over all its pieces. */
  static final String BLOCK = "butler.butlerlabs.dev/block-size";

  /** In which state the pool was when it was asked. */
  static final String ASKED = "butler.butlerlabs.dev/asked";

  /** What pools refused before this claim was made. */
  static final String REFUSED = "butler.butlerlabs.dev/refused";

  private static final int USUAL_BLOCK = 8;

  private final TenantCluster cluster;
  private final ClaimNames names;
  private final Map<String, Family> families;

  /**
   * @param families of the pools by their names
   */
  ClaimReading(TenantCluster cluster, Map<String, Family> families) {
    this.cluster = cluster;
    this.names = ClaimNames.of(cluster);
    this.families = families;
  }

  /** The cluster a claim is for. */
  static ObjectKey cluster(IPAllocation claim) {
    var spec = claim.getSpec();
    return spec == null
        ? ObjectKey.cluster("")
        : new ObjectKey(spec.tenantClusterRef().namespace(), spec.tenantClusterRef().name());
  }

  /** Whether it is this cluster's: it says so, and names its UID or, being older, none. */
  boolean ours(IPAllocation claim) {
    var uid = label(claim, TENANT_UID);
    return cluster(claim).equals(DemandKinds.keyOf(cluster))
        && (uid.isEmpty() || uid.get().equals(cluster.getMetadata().getUid()));
  }

  /** Whether the claim is kept for whoever takes up the deleted cluster of that UID. */
  static boolean keptOf(IPAllocation claim, String uid) {
    return label(claim, TENANT_UID).filter(uid::equals).isPresent()
        && claim.getStatus() != null
        && new Conditions(claim.getStatus().conditions())
            .find(ConditionType.HOLDER_GONE.wire())
            .filter(DeletionGrace::keeps)
            .isPresent();
  }

  /** Whether it holds addresses for an earlier cluster of the name, which nobody let go. */
  static boolean lostTo(TenantCluster cluster, IPAllocation claim) {
    var status = claim.getStatus();
    return label(claim, TENANT_UID).filter(uid -> !uid.equals(uidOf(cluster))).isPresent()
        && !claim.isMarkedForDeletion()
        && !claim.getSpec().releaseWanted()
        && status != null
        && status.phase() == IPAllocationStatus.Phase.ALLOCATED
        && new Conditions(status.conditions()).find(ConditionType.HOLDER_GONE.wire()).isEmpty();
  }

  private static String uidOf(TenantCluster cluster) {
    return cluster.getMetadata().getUid();
  }

  List<Claim> read(List<IPAllocation> claims) {
    return claims.stream().filter(this::ours).map(this::read).toList();
  }

  private Claim read(IPAllocation claim) {
    var spec = Objects.requireNonNull(claim.getSpec());
    var name = claim.getMetadata().getName();
    var status = Optional.ofNullable(claim.getStatus());
    var conditions = new Conditions(status.map(IPAllocationStatus::conditions).orElse(List.of()));
    var ready = conditions.find(ConditionType.READY.wire());
    var pin = pin(spec);
    var state = state(claim);
    var range = taken(state, status).orElse(null);
    return new Claim(
        name,
        names.number(name),
        spec.type(),
        role(claim, pin),
        spec.poolRef().name(),
        family(spec, pin, range),
        size(spec, pin, range),
        state,
        ready.map(Condition::reason).orElse(""),
        ready.map(Condition::message).orElse(""),
        pin,
        range,
        annotation(claim, BLOCK)
            .filter(text -> text.matches("\\d{1,9}"))
            .map(Integer::parseInt)
            .orElse(0),
        status.map(IPAllocationStatus::unusedSince).orElse(null),
        conditions.holds(ConditionType.HOLDER_GONE.wire()),
        annotation(claim, ASKED).orElse(""),
        annotation(claim, REFUSED).map(Refusal::read).orElse(List.of()));
  }

  private static Claim.State state(IPAllocation claim) {
    var status = claim.getStatus();
    var phase = status == null ? null : status.phase();
    var leaves = claim.isMarkedForDeletion() || claim.getSpec().releaseWanted();
    return switch (phase) {
      case RELEASED -> Claim.State.GONE;
      case RELEASING -> Claim.State.LEAVING;
      case ALLOCATED -> leaves ? Claim.State.LEAVING : Claim.State.HELD;
      case FAILED -> leaves ? Claim.State.LEAVING : Claim.State.REFUSED;
      case PENDING -> leaves ? Claim.State.LEAVING : Claim.State.WAITING;
      case null -> leaves ? Claim.State.LEAVING : Claim.State.WAITING;
    };
  }

  private static Optional<AddressRange> taken(
      Claim.State state, Optional<IPAllocationStatus> status) {
    if (state != Claim.State.HELD && state != Claim.State.LEAVING) {
      return Optional.empty();
    }
    return status.flatMap(told -> range(told.startAddress(), told.endAddress()));
  }

  private static @Nullable AddressRange pin(IPAllocationSpec spec) {
    return spec.pinnedRange() == null
        ? null
        : range(spec.pinnedRange().startAddress(), spec.pinnedRange().endAddress()).orElse(null);
  }

  static Optional<AddressRange> range(@Nullable String start, @Nullable String end) {
    return start != null
            && end != null
            && AddressRange.between(start, end) instanceof Parsed.Good<AddressRange>(var range)
        ? Optional.of(range)
        : Optional.empty();
  }

  private Family family(
      IPAllocationSpec spec, @Nullable AddressRange pin, @Nullable AddressRange range) {
    if (range != null || pin != null) {
      return (range == null ? Objects.requireNonNull(pin) : range).family();
    }
    return families.getOrDefault(spec.poolRef().name(), Family.IPV4);
  }

  private static int size(
      IPAllocationSpec spec, @Nullable AddressRange pin, @Nullable AddressRange range) {
    if (range != null) {
      return Sizes.count(range);
    }
    if (pin != null) {
      return Sizes.count(pin);
    }
    var usual = spec.type() == IPAllocationSpec.Type.NODES ? Sizes.NODES : USUAL_BLOCK;
    return spec.count() == null ? usual : spec.count();
  }

  /** Where no label says it, the names of earlier versions do; what is unclear is spared. */
  private Claim.Role role(IPAllocation claim, @Nullable AddressRange pin) {
    var said = label(claim, Labels.ALLOCATION_ROLE);
    if (said.isPresent()) {
      return said.get().equals("growth") ? Claim.Role.GROWTH : Claim.Role.INITIAL;
    }
    var older = cluster(claim).namespace() + "-" + cluster(claim).name() + "-lb-\\d+";
    return pin == null && claim.getMetadata().getName().matches(older)
        ? Claim.Role.GROWTH
        : Claim.Role.INITIAL;
  }

  private static Optional<String> label(IPAllocation claim, String key) {
    var labels = claim.getMetadata().getLabels();
    return labels == null ? Optional.empty() : Optional.ofNullable(labels.get(key));
  }

  private static Optional<String> annotation(IPAllocation claim, String key) {
    var annotations = claim.getMetadata().getAnnotations();
    return annotations == null ? Optional.empty() : Optional.ofNullable(annotations.get(key));
  }
}
