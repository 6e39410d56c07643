/**
 * One ordered cluster from its order to Ready, beside what its parts need alone.
 *
 * <p>Promises: both sides are measured on one platform, in alternating order.
 */
@NullMarked
package dev.butlerlabs.butler.bench.tenants;

import org.jspecify.annotations.NullMarked;
