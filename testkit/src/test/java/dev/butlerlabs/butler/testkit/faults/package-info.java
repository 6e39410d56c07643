/** Tests that show that what tests stand on holds. */
@NullMarked
package dev.butlerlabs.butler.testkit.faults;

import org.jspecify.annotations.NullMarked;
