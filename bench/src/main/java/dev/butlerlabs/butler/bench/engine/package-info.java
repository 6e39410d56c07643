/**
 * Two controller engines under the same load: JOSDK and our own.
 *
 * <p>Promises: the same reconcilers, objects, threads and heap for both. Never: used outside the
 * benchmark.
 */
@NullMarked
package dev.butlerlabs.butler.bench.engine;

import org.jspecify.annotations.NullMarked;
