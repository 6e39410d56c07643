/** Addresses and load balancers: NetworkPool, IPAllocation, LoadBalancerRequest. */
@NullMarked
package dev.butlerlabs.butler.api.network;

import org.jspecify.annotations.NullMarked;
