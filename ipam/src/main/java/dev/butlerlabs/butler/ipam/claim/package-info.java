/**
 * IPAllocation: what is written on a claim and how, and the claims no pool looks after.
 *
 * <p>Promises: a claim cannot go before its addresses are safe; a status is written only to the
 * version it was made from. Never: binds, or frees an address.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.claim;

import org.jspecify.annotations.NullMarked;
