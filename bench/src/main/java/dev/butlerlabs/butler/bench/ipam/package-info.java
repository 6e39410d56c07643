/**
 * What {@code ./butler bench ipam} and {@code ipam-model} measure and try.
 *
 * <p>Promises: every random run starts from a seed that is printed. Never: a cluster is needed for
 * the allocator's part.
 */
@NullMarked
package dev.butlerlabs.butler.bench.ipam;

import org.jspecify.annotations.NullMarked;
