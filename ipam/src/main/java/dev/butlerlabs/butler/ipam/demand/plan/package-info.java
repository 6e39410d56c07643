/**
 * How many addresses a tenant cluster needs, and what to do about it: pure functions of what was
 * seen.
 *
 * <p>Promises: a point of rest for every demand, so that nothing is claimed or given back while the
 * demand stays the same; a need is met from the pools in their order, by what fits, and what cannot
 * be met is told with its reason. Never: a client, a clock, chance.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.demand.plan;

import org.jspecify.annotations.NullMarked;
