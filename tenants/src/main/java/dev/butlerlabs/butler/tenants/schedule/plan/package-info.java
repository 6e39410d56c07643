/**
 * When a cluster sleeps and when it wakes: moments of wall clocks, reckoned from a given now.
 *
 * <p>Promises: a moment that a clock leaves out still comes, one that it shows twice comes once.
 * Never: asks what time it is, puts anything to sleep.
 */
@NullMarked
package dev.butlerlabs.butler.tenants.schedule.plan;

import org.jspecify.annotations.NullMarked;
