@NullMarked
package dev.butlerlabs.butler.steward.plane;

import org.jspecify.annotations.NullMarked;
