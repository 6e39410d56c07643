/** The rules of the house: which room may use which, and what no room may do. */
@NullMarked
package dev.butlerlabs.butler.systemtests.house;

import org.jspecify.annotations.NullMarked;
