/**
 * Workers on Nutanix as objects of its Cluster API provider (CAPX).
 *
 * <p>Promises and bounds: those of {@code providers.spi.infrastructure}.
 */
@NullMarked
package dev.butlerlabs.butler.providers.nutanix.infrastructure;

import org.jspecify.annotations.NullMarked;
