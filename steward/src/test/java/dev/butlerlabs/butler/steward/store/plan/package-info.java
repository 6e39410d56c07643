/** Tests of what is decided about DataStores. */
@NullMarked
package dev.butlerlabs.butler.steward.store.plan;

import org.jspecify.annotations.NullMarked;
