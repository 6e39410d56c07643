/**
 * Addresses and load balancers: NetworkPool, IPAllocation, LoadBalancerRequest.
 *
 * <p>Promises: what binds an allocation (pool, cluster, type, pinned range) cannot change. Never:
 * address arithmetic.
 */
@NullMarked
package dev.butlerlabs.butler.api.network;

import org.jspecify.annotations.NullMarked;
