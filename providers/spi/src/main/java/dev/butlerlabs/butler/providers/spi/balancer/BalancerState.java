package dev.butlerlabs.butler.providers.spi.balancer;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;

/** What one look at a platform told about one load balancer. */
public sealed interface BalancerState {

  /** Nothing of it is there. */
  record Absent() implements BalancerState {}

  /** On its way, in or out. The caller stores the memo before it calls again. */
  record Underway(String doing, Memo memo) implements BalancerState {}

  /** It serves at {@code endpoint}, an address or a DNS name. */
  record Ready(String endpoint, String resourceId, int registeredTargets)
      implements BalancerState {}

  /** We could not see, or the step failed. Never to be read as {@link Absent}. */
  record Unclear(Fault fault) implements BalancerState {}
}
