/** What the load counts. */
@NullMarked
package dev.butlerlabs.butler.bench.load;

import org.jspecify.annotations.NullMarked;
