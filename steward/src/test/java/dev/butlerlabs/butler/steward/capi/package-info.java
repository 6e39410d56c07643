@NullMarked
package dev.butlerlabs.butler.steward.capi;

import org.jspecify.annotations.NullMarked;
