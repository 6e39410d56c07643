/** Facts about the wire records that hold without an API server. */
@NullMarked
package dev.butlerlabs.butler.api;

import org.jspecify.annotations.NullMarked;
