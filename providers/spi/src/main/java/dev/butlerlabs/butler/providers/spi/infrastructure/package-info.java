/**
 * The second layer of a provider: from an order for workers to the Cluster API objects of a
 * platform.
 *
 * <p>Promises: pure functions; the same order gives the same bytes; what a platform cannot take is
 * told. Never: a cluster, a platform, a clock, chance; a secret in a text that people read.
 */
@NullMarked
package dev.butlerlabs.butler.providers.spi.infrastructure;

import org.jspecify.annotations.NullMarked;
