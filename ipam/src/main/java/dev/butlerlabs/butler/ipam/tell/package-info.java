/**
 * What a pool tells about itself: counts and conditions in its status, events, metrics.
 *
 * <p>Promises: the status says what the pass that writes it has done, never the one before; an
 * event is told once per change of a stored condition, so a restart repeats nothing; the figures of
 * a pool go when the pool goes. Never: decides who gets addresses.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.tell;

import org.jspecify.annotations.NullMarked;
