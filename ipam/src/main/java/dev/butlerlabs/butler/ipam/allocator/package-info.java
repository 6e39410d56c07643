/**
 * The allocator: which addresses of one pool are free, held, reserved or resting, and which to give
 * out next.
 *
 * <p>Promises: no address has two holders by its doing, every answer is a value, the work grows
 * with the logarithm of the number of ranges and not with the number of addresses. Never: a clock,
 * input or output, Kubernetes, threads; one caller at a time.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.allocator;

import org.jspecify.annotations.NullMarked;
