/**
 * Work that takes minutes, apart from the reconcilers that want it done.
 *
 * <p>Promises: a bounded number at once, fair between clusters; one job per release; a time to end
 * by; a job can be watched and called off; closing leaves nothing running. Never: a wait on the
 * thread that asks.
 */
@NullMarked
package dev.butlerlabs.butler.addons.jobs;

import org.jspecify.annotations.NullMarked;
