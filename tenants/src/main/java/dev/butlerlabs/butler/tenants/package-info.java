/**
 * Tenants: from an order that was let in to a Ready cluster, and back.
 *
 * <p>Promises: makes what {@code status.effective} says, and nothing without it. Never: decides
 * whether an order is allowed, gives out addresses, knows a platform's name.
 */
@NullMarked
package dev.butlerlabs.butler.tenants;

import org.jspecify.annotations.NullMarked;
