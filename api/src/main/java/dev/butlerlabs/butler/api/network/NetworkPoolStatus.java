package dev.butlerlabs.butler.api.network;

import dev.butlerlabs.butler.api.Addresses;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec.AddressRange;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How much of a pool is given out, and to whom outside the tenants. */
public record NetworkPoolStatus(
    @Doc("Addresses that tenants can be given: the allocatable ranges less reserved parts.")
        @Nullable Integer totalIPs,
    @Doc("Addresses that are given out now.") @Nullable Integer allocatedIPs,
    @Doc("Addresses that can be given out now: neither given out nor resting.")
        @Nullable Integer availableIPs,
    @Doc("Addresses that were given back and rest before anybody gets them again.")
        @Nullable Integer restingIPs,
    @Doc("Number of allocations in phase Allocated.") @Nullable Integer allocationCount,
    @Doc("Length of the longest run of free addresses.") @Nullable Integer largestFreeBlock,
    @Range(min = 0, max = 100)
        @Doc("Share of the free addresses outside the longest free run, in percent.")
        @Nullable Integer fragmentationPercent,
    @Doc("All addresses of spec.cidr.") @Nullable Integer poolSizeIPs,
    @Doc("Addresses in reserved parts.") @Nullable Integer reservedIPs,
    @MapKey("ip") @Doc("Addresses of the pool that the management plane itself uses.")
        List<InfrastructureAllocation> infrastructureAllocations,
    @Doc("Number of different addresses in infrastructureAllocations.")
        @Nullable Integer infrastructureConsumedIPs,
    @Doc("Parts of spec.cidr that are neither reserved nor allocatable.")
        List<AddressRange> unmanagedRanges,
    @Doc("Addresses in unmanagedRanges, network and broadcast address not counted.")
        @Nullable Integer unmanagedScopeIPs,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the pool is usable, full or fragmented, and why.")
        List<Condition> conditions)
    implements Wire {

  public NetworkPoolStatus {
    infrastructureAllocations = Wire.list(infrastructureAllocations);
    unmanagedRanges = Wire.list(unmanagedRanges);
    conditions = Wire.list(conditions);
  }

  /** An address in use by something of the management plane. */
  public record InfrastructureAllocation(
      @Required @Pattern(Addresses.IP) @Doc("The address, IPv4 or IPv6.") String ip,
      @Required @Doc("How it was found: metallb, node, machine or static.") String source,
      @Doc("The Cluster API Machine that has the address.") @Nullable NamespacedRef machineRef,
      @Doc("The Node that reports the address as its own.") @Nullable LocalRef nodeRef,
      @Doc("The LoadBalancer Service that was given the address.")
          @Nullable NamespacedRef serviceRef)
      implements Wire {}
}
