/** Tests of the drivers, against real stores. */
@NullMarked
package dev.butlerlabs.butler.steward.store.driver;

import org.jspecify.annotations.NullMarked;
