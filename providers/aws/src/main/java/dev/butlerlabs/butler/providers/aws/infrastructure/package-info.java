/**
 * Workers on AWS as objects of its Cluster API provider (CAPA).
 *
 * <p>Promises and bounds: those of {@code providers.spi.infrastructure}.
 */
@NullMarked
package dev.butlerlabs.butler.providers.aws.infrastructure;

import org.jspecify.annotations.NullMarked;
