/**
 * Who of a pool's claims gets what, and who gives back: pure functions over the book.
 *
 * <p>Promises: oldest first, and a claim that does not fit keeps nobody else waiting. Never: input
 * or output, a clock; an address the book does not call free.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.pool.plan;

import org.jspecify.annotations.NullMarked;
