/**
 * The ledger of a pool as a value and its text, and the book of who holds what, rebuilt from what
 * is stored.
 *
 * <p>Promises: an address that any receipt, open binding or rest speaks of is never free in the
 * book; a ledger changes only if it is still what was read. Never: decides who gets an address, or
 * reads a cache.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.ledger;

import org.jspecify.annotations.NullMarked;
