/**
 * Simulated workers as objects of this provider.
 *
 * <p>Promises and bounds: those of {@code providers.spi.infrastructure}.
 */
@NullMarked
package dev.butlerlabs.butler.providers.local.infrastructure;

import org.jspecify.annotations.NullMarked;
