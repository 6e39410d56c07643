/** Tests that show that what tests stand on holds. */
@NullMarked
package dev.butlerlabs.butler.testkit;

import org.jspecify.annotations.NullMarked;
