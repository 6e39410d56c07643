@NullMarked
package dev.butlerlabs.butler.steward.store.postgres;

import org.jspecify.annotations.NullMarked;
