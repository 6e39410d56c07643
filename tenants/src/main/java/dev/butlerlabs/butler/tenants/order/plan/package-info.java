/**
 * Orders that were let in, with every value in force.
 *
 * <p>Promises: pure; what {@code status.effective} says wins over the manifest. Never: a default of
 * its own where a team or the platform could have one.
 */
@NullMarked
package dev.butlerlabs.butler.tenants.order.plan;

import org.jspecify.annotations.NullMarked;
