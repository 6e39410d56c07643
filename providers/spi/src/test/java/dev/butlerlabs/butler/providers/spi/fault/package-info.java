/** Tests of the corner of the same name. */
@NullMarked
package dev.butlerlabs.butler.providers.spi.fault;

import org.jspecify.annotations.NullMarked;
