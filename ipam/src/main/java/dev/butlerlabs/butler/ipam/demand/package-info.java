/**
 * What a tenant cluster needs in addresses: its first block, node ranges, growth and shrinking with
 * its Services.
 *
 * <p>Promises: claims are made and given back only through IPAllocations; a cluster in cloud mode
 * touches no pool; trouble of one tenant hurts no other. Never: a binding, which is the pool's, nor
 * a word to the tenant's load balancer, for which {@code announce} is there.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.demand;

import org.jspecify.annotations.NullMarked;
