@NullMarked
package dev.butlerlabs.butler.steward.versions;

import org.jspecify.annotations.NullMarked;
