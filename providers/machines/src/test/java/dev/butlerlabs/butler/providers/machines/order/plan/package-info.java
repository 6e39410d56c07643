/** Tests of this package. */
@NullMarked
package dev.butlerlabs.butler.providers.machines.order.plan;

import org.jspecify.annotations.NullMarked;
