package dev.butlerlabs.butler.api.network;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Addresses;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import org.jspecify.annotations.Nullable;

/** Which addresses are wanted, from which pool, and for whom. */
@Rule(
    value =
        "has(self.pinnedRange) == has(oldSelf.pinnedRange) && (!has(self.pinnedRange) ||"
            + " self.pinnedRange == oldSelf.pinnedRange)",
    message =
        "pinnedRange cannot change once the IPAllocation exists; delete it and create one with the"
            + " other range",
    fieldPath = ".pinnedRange")
@Rule(
    value = "!has(oldSelf.release) || !oldSelf.release || (has(self.release) && self.release)",
    message =
        "release cannot be taken back, because the addresses may already be on their way to"
            + " somebody else; create another IPAllocation",
    fieldPath = ".release")
public record IPAllocationSpec(
    @Required
        @Rule(
            value = "self == oldSelf",
            message =
                "poolRef cannot change, because the old pool would take the addresses for free;"
                    + " delete this IPAllocation and create one for the other pool")
        @Doc("The NetworkPool, in the namespace of this object. Cannot change.")
        LocalRef poolRef,
    @Required
        @Rule(
            value = "self == oldSelf",
            message =
                "tenantClusterRef cannot change; delete this IPAllocation and create one for the"
                    + " other cluster")
        @Doc("The TenantCluster that the addresses are for. Cannot change.")
        NamespacedRef tenantClusterRef,
    @Required
        @Rule(
            value = "self == oldSelf",
            message =
                "type cannot change; delete this IPAllocation and create one of the other type")
        @Doc("What the addresses are for: nodes or loadbalancer. Cannot change.")
        Type type,
    @Range(min = 1)
        @Doc(
            "How many addresses are wanted, one unbroken block. Left out: the pool's default for"
                + " the type, else 5 for nodes and 8 for loadbalancer. Not looked at with"
                + " pinnedRange; cannot change once addresses are given out.")
        @Nullable Integer count,
    @Doc(
            "Exactly these addresses are wanted. They lie inside one allocatable range of the pool"
                + " and must be free. Cannot change.")
        @Nullable PinnedRange pinnedRange,
    @Doc(
            "Set to true to give the addresses back. They stay taken until nothing announces them"
                + " any more, and this object stays for the record. Cannot be taken back; false"
                + " when left out.")
        @Nullable Boolean release)
    implements Wire {

  /** Somebody asked for the addresses to be given back. */
  public boolean releaseWanted() {
    return Boolean.TRUE.equals(release);
  }

  /** What addresses are used for. */
  public enum Type {
    @JsonProperty("nodes")
    NODES,
    @JsonProperty("loadbalancer")
    LOADBALANCER
  }

  /** From a first to a last address, both included. */
  @Rule(
      value = "isIP(self.startAddress) && isIP(self.endAddress)",
      message = "startAddress and endAddress must both be an IPv4 or IPv6 address")
  @Rule(
      value =
          "!isIP(self.startAddress) || !isIP(self.endAddress) || self.startAddress.contains(':') ||"
              + " self.endAddress.contains(':') || [self.startAddress, self.endAddress]"
              + Addresses.IPV4_NUMBERS
              + ".isSorted()",
      message = "endAddress must not lie before startAddress")
  public record PinnedRange(
      @Required
          @Length(max = Addresses.LONGEST)
          @Pattern(Addresses.IP)
          @Doc("First address, IPv4 or IPv6.")
          String startAddress,
      @Required
          @Length(max = Addresses.LONGEST)
          @Pattern(Addresses.IP)
          @Doc("Last address, included; of the same family as the first and not before it.")
          String endAddress)
      implements Wire {}
}
