/** The figures of hosted control planes in small. */
@NullMarked
package dev.butlerlabs.butler.bench.hosted;

import org.jspecify.annotations.NullMarked;
