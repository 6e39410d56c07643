/**
 * From what caches hold to the tree in which the cause is looked for.
 *
 * <p>Promises: nothing that was handed in is changed. Never: asks a cluster.
 */
@NullMarked
package dev.butlerlabs.butler.tenants.cause;

import org.jspecify.annotations.NullMarked;
