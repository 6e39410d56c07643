/**
 * What all orders of platforms have in common: whose an order is, when its platform is asked, what
 * is noted of it, and when it may go.
 *
 * <p>Promises: an order of another platform is never touched; nothing is asked of a platform before
 * the finalizer stands; whatever changes a platform starts from the order as it is stored. Never:
 * what a look at a platform means, which each kind's own plan says.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines.order;

import org.jspecify.annotations.NullMarked;
