/** Small versions of the benchmarks, so that they still run when they are needed. */
@NullMarked
package dev.butlerlabs.butler.bench;

import org.jspecify.annotations.NullMarked;
