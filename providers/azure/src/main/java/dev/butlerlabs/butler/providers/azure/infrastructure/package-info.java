/**
 * Workers on Azure as objects of its Cluster API provider (CAPZ).
 *
 * <p>Promises and bounds: those of {@code providers.spi.infrastructure}.
 */
@NullMarked
package dev.butlerlabs.butler.providers.azure.infrastructure;

import org.jspecify.annotations.NullMarked;
