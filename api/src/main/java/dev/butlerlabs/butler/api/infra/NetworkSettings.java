package dev.butlerlabs.butler.api.infra;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the addresses of clusters on an infrastructure come from, and how many there are. */
@Rule(
    value =
        "!has(self.mode) || self.mode != 'ipam' || (has(self.poolRefs) && size(self.poolRefs) > 0)",
    message = "poolRefs needs at least one NetworkPool when mode is ipam",
    fieldPath = ".poolRefs")
public record NetworkSettings(
    @Doc(
            "ipam: addresses come from the NetworkPools in poolRefs. cloud: the infrastructure"
                + " gives them. Left out: ipam for harvester, nutanix and proxmox when poolRefs"
                + " names a pool, else cloud; status.networkMode says which.")
        @Nullable Mode mode,
    @Doc("The NetworkPools to take addresses from, in mode ipam.") List<PoolRef> poolRefs,
    @Doc("Name or address of the network that machines are attached to, for people.")
        @Nullable String subnet,
    @Doc("Address of the gateway of that network.") @Nullable String gateway,
    @Doc("Addresses of the DNS servers that machines use.") List<String> dnsServers,
    @Doc(
            "NTP servers that machines use. Left out: the platform's, else those of the image. A"
                + " cluster's own timeServers win. A change is for new pools, and for others from"
                + " their next roll-out on.")
        List<String> timeServers,
    @Doc(
            "pool: workers have fixed addresses out of poolRefs, in mode ipam. dhcp: the network"
                + " gives them. pool when left out.")
        @Nullable NodeAddresses nodeAddresses,
    @Doc("How many load balancer addresses a cluster gets, in mode ipam.")
        @Nullable LoadBalancerAddresses loadBalancer,
    @Doc("The most addresses one cluster may have, in mode ipam. Left out: no limits.")
        @Nullable TenantQuota quotaPerTenant)
    implements Wire {

  public NetworkSettings {
    poolRefs = Wire.list(poolRefs);
    dnsServers = Wire.list(dnsServers);
    timeServers = Wire.list(timeServers);
  }

  /** The pools in the order they are tried: lower priority first, equals as written. */
  public List<PoolRef> poolsInOrder() {
    return poolRefs.stream().sorted(Comparator.comparingInt(PoolRef::effectivePriority)).toList();
  }

  /** Whether the addresses of workers come from the pools, in mode ipam. */
  public boolean nodesFromPools() {
    return nodeAddresses != NodeAddresses.DHCP;
  }

  /** Where workers have their addresses from. */
  public enum NodeAddresses {
    @JsonProperty("pool")
    POOL,
    @JsonProperty("dhcp")
    DHCP
  }

  /** Where addresses come from. */
  public enum Mode {
    @JsonProperty("ipam")
    IPAM,
    @JsonProperty("cloud")
    CLOUD
  }

  /** Names a NetworkPool and when it is tried. */
  public record PoolRef(
      @Required @Doc("Name of the NetworkPool, in the namespace of the ProviderConfig.")
          String name,
      @Default("0")
          @Doc("Pools with a lower number are tried first, equal ones as listed; 0 when left out.")
          @Nullable Integer priority)
      implements Wire {

    int effectivePriority() {
      return priority == null ? 0 : priority;
    }
  }

  /** How many load balancer addresses a cluster gets. */
  public record LoadBalancerAddresses(
      @Default("static")
          @Doc(
              "static: one block for the life of the cluster. elastic: grows and shrinks with the"
                  + " LoadBalancer Services in the cluster. static when left out.")
          @Nullable AllocationMode allocationMode,
      @Default("8") @Range(min = 1) @Doc("Addresses per cluster in static; 8 when left out.")
          @Nullable Integer defaultPoolSize,
      @Default("2")
          @Range(min = 1)
          @Doc("Addresses a cluster begins with in elastic; 2 when left out.")
          @Nullable Integer initialPoolSize,
      @Default("2") @Range(min = 1) @Doc("Addresses added at a time in elastic; 2 when left out.")
          @Nullable Integer growthIncrement)
      implements Wire {}

  /** Whether the number of load balancer addresses follows the need. */
  public enum AllocationMode {
    @JsonProperty("static")
    STATIC,
    @JsonProperty("elastic")
    ELASTIC
  }

  /** The most addresses one cluster may have. */
  public record TenantQuota(
      @Range(min = 1) @Doc("Node addresses one cluster may have. Left out: no limit.")
          @Nullable Integer maxNodeIPs,
      @Range(min = 1) @Doc("Load balancer addresses one cluster may have. Left out: no limit.")
          @Nullable Integer maxLoadBalancerIPs)
      implements Wire {}
}
