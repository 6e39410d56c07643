/**
 * The rules of the catalog: pure functions from what somebody wants to what is wrong with it.
 *
 * <p>Promises: all that is wrong is told at once, each with what to do. Never: an address that is
 * asked, a cluster, a clock.
 */
@NullMarked
package dev.butlerlabs.butler.addons.catalog.plan;

import org.jspecify.annotations.NullMarked;
