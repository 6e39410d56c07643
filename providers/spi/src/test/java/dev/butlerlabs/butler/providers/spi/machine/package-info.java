/** Tests of the corner of the same name. */
@NullMarked
package dev.butlerlabs.butler.providers.spi.machine;

import org.jspecify.annotations.NullMarked;
