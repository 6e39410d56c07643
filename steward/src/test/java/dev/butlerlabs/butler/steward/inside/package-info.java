@NullMarked
package dev.butlerlabs.butler.steward.inside;

import org.jspecify.annotations.NullMarked;
