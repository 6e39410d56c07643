/**
 * What a LoadBalancerRequest asks for, and how what was planned is called in its status: pure.
 *
 * <p>Never: a client, a clock, chance.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines.balancer.plan;

import org.jspecify.annotations.NullMarked;
