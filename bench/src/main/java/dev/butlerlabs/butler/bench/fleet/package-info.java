/**
 * A fleet of ordered clusters on real Cluster API, whose control planes and machines exist as
 * objects only.
 *
 * <p>Promises: the same people answer Cluster API in the run that is measured and in the one it is
 * held against.
 */
@NullMarked
package dev.butlerlabs.butler.bench.fleet;

import org.jspecify.annotations.NullMarked;
