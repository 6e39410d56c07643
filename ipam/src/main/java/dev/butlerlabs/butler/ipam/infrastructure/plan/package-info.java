/**
 * Which uses concern a pool.
 *
 * <p>Promises: pure functions of what was seen. Never: input or output, a clock.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.infrastructure.plan;

import org.jspecify.annotations.NullMarked;
