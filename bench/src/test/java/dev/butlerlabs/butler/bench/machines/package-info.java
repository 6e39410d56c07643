/** What is counted as wrong in machines' lives is seen when it happens. */
@NullMarked
package dev.butlerlabs.butler.bench.machines;

import org.jspecify.annotations.NullMarked;
