/**
 * What of a pool may be given out, and why the rest may not.
 *
 * <p>Promises: a pure function of specs and of what was seen around them, used by the reconciler
 * and by admission alike, so that both say the same sentence. Never: input or output, a clock, a
 * look at who holds what inside the pool itself, except to name clashes.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.territory;

import org.jspecify.annotations.NullMarked;
