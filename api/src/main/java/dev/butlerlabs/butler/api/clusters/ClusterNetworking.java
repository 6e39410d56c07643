package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.Addresses;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.infra.NetworkSettings.AllocationMode;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import org.jspecify.annotations.Nullable;

/** Addresses inside a cluster and of its load balancers. */
public record ClusterNetworking(
    @Default("10.244.0.0/16")
        @Doc("Network of the pods, IPv4 or IPv6; 10.244.0.0/16 when left out. Cannot change.")
        @Nullable String podCIDR,
    @Default("10.96.0.0/12")
        @Doc("Network of the Services, IPv4 or IPv6; 10.96.0.0/12 when left out. Cannot change.")
        @Nullable String serviceCIDR,
    @Range(min = 1)
        @Doc(
            "How many load balancer addresses the cluster gets, where they come from NetworkPools."
                + " Left out: what the ProviderConfig says.")
        @Nullable Integer lbPoolSize,
    @Doc(
            "Load balancer addresses named by hand. Not looked at where addresses come from"
                + " NetworkPools.")
        @Nullable LoadBalancerPool loadBalancerPool,
    @Doc(
            "The NetworkPool to be served from, one of those the ProviderConfig names. Left out:"
                + " any of them, in their order.")
        @Nullable String addressPool,
    @Doc(
            "Exactly these load balancer addresses are wanted, out of a NetworkPool, besides what"
                + " lbPoolSize asks for. They stay until this is changed.")
        @Nullable LoadBalancerPool pinnedLoadBalancerRange,
    @Doc(
            "static: the cluster has lbPoolSize load balancer addresses. elastic: their number"
                + " follows its LoadBalancer Services. Left out: what the ProviderConfig says.")
        @Nullable AllocationMode loadBalancerMode)
    implements Wire {

  /** From a first to a last address, both included. */
  @Rule(
      value = Addresses.ARE_ADDRESSES,
      message = "start and end must both be an IPv4 or IPv6 address")
  @Rule(value = Addresses.IN_ORDER, message = "end must not lie before start")
  public record LoadBalancerPool(
      @Required @Length(max = Addresses.LONGEST) @Doc("First address, IPv4 or IPv6.") String start,
      @Required @Length(max = Addresses.LONGEST) @Doc("Last address, included; not before start.")
          String end)
      implements Wire {}
}
