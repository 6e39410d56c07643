/**
 * Workers on Harvester as objects of one of two Cluster API providers: KubeVirt's (CAPK) or
 * Harvester's own (CAPHV).
 *
 * <p>Promises and bounds: those of {@code providers.spi.infrastructure}.
 */
@NullMarked
package dev.butlerlabs.butler.providers.harvester.infrastructure;

import org.jspecify.annotations.NullMarked;
