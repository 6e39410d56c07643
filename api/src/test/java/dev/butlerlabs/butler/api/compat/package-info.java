/** Holds the generated CRDs against the released ones, field by field. */
@NullMarked
package dev.butlerlabs.butler.api.compat;

import org.jspecify.annotations.NullMarked;
