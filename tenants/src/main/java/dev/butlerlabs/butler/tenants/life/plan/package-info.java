/**
 * What to do about a cluster, and what to say about it, as pure functions of what was seen.
 *
 * <p>Promises: the stored phase never chooses a branch; what was not seen is unknown, and never
 * healthy. Never: a client, a clock, chance.
 */
@NullMarked
package dev.butlerlabs.butler.tenants.life.plan;

import org.jspecify.annotations.NullMarked;
