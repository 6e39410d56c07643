/**
 * Whose turn it is: a pure function of who waits and who runs.
 *
 * <p>Promises: no cluster holds more than its share, and none waits while another that was served
 * later is served again. Never: a thread, a clock.
 */
@NullMarked
package dev.butlerlabs.butler.addons.jobs.plan;

import org.jspecify.annotations.NullMarked;
