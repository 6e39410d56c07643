/**
 * Machines: what is asked for, what was seen, and the driver between the two.
 *
 * <p>Promises: a driver's every answer is one of a closed set, and every call may be repeated.
 * Never: a call that waits for a platform's long task.
 */
@NullMarked
package dev.butlerlabs.butler.providers.spi.machine;

import org.jspecify.annotations.NullMarked;
