/** Pools at work, on a real API server. */
@NullMarked
package dev.butlerlabs.butler.ipam.pool;

import org.jspecify.annotations.NullMarked;
