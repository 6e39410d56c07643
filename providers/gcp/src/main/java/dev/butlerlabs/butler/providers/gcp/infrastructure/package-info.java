/**
 * Workers on Google Cloud as objects of its Cluster API provider (CAPG).
 *
 * <p>Promises and bounds: those of {@code providers.spi.infrastructure}.
 */
@NullMarked
package dev.butlerlabs.butler.providers.gcp.infrastructure;

import org.jspecify.annotations.NullMarked;
