/**
 * What is decided about DataStores, as pure functions: who gets which names, who keeps too much,
 * what is told.
 */
@NullMarked
package dev.butlerlabs.butler.steward.store.plan;

import org.jspecify.annotations.NullMarked;
