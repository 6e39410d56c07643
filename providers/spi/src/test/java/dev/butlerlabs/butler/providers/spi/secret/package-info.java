/** Tests of the corner of the same name. */
@NullMarked
package dev.butlerlabs.butler.providers.spi.secret;

import org.jspecify.annotations.NullMarked;
