/**
 * LoadBalancerRequests: a stable address in front of machines, made, kept and removed.
 *
 * <p>Promises: the machines behind it are exactly those that are named. Never: another balancer in
 * place of one that was lost, because its address would be another.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines.balancer;

import org.jspecify.annotations.NullMarked;
