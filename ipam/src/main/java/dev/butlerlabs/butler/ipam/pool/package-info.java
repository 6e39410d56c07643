/**
 * The NetworkPool reconciler: the one writer of bindings of its pool. Binding, giving back, rest,
 * retention.
 *
 * <p>Promises: an address is taken in the ledger before any receipt names it, and a receipt is
 * written to the version of the claim that the ledger names or not at all; whoever is killed
 * anywhere leaves nothing that the next pass does not finish. Never: binds from a cache, or lets
 * two leaders both win.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.pool;

import org.jspecify.annotations.NullMarked;
