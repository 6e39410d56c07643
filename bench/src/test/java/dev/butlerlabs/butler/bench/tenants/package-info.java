/** The time line of an order, in small. */
@NullMarked
package dev.butlerlabs.butler.bench.tenants;

import org.jspecify.annotations.NullMarked;
