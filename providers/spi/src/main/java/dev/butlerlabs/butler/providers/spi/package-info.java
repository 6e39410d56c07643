/**
 * The contract between Butler and the platforms machines run on.
 *
 * <p>Promises: whatever a platform answers is one of a closed set of values; nothing here shows a
 * secret. Never: a call to a platform or to a cluster, a clock.
 */
@NullMarked
package dev.butlerlabs.butler.providers.spi;

import org.jspecify.annotations.NullMarked;
