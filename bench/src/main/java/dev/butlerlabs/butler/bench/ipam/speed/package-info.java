/**
 * How long the allocator takes per operation, and how much heap per range.
 *
 * <p>Promises: the pools measured hold what the goal says and have been used. Never: a pool is
 * measured that nothing was released to.
 */
@NullMarked
package dev.butlerlabs.butler.bench.ipam.speed;

import org.jspecify.annotations.NullMarked;
