/** Tests of {@link dev.butlerlabs.butler.steward.fields}. */
@NullMarked
package dev.butlerlabs.butler.steward.fields;

import org.jspecify.annotations.NullMarked;
