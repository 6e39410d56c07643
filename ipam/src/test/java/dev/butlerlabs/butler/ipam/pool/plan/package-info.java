/** Who of a pool gets what, without a cluster. */
@NullMarked
package dev.butlerlabs.butler.ipam.pool.plan;

import org.jspecify.annotations.NullMarked;
