/**
 * What all plans for orders share, and the plan for those things of a platform that are just there
 * or not: pure functions of what was seen.
 *
 * <p>Promises: what could not be seen is never taken for absent; a deadline reports and destroys
 * nothing. Never: a client, a clock, chance.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines.order.plan;

import org.jspecify.annotations.NullMarked;
