/**
 * What a look at a machine means: its phase, what to tell and when to look again, as pure functions
 * of what was seen.
 *
 * <p>Promises: the stored phase chooses nothing; what could not be seen is never taken for absent;
 * a machine that once ran is never built again. Never: a client, a clock, chance.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines.machine.plan;

import org.jspecify.annotations.NullMarked;
