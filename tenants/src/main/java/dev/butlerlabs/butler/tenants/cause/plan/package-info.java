/**
 * Why a cluster is not Ready: the deepest thing that is not true yet, found among all that is known
 * of it.
 *
 * <p>Promises: one cause, the same for the same look, without anything secret. Never: asks anybody,
 * changes anything.
 */
@NullMarked
package dev.butlerlabs.butler.tenants.cause.plan;

import org.jspecify.annotations.NullMarked;
