/**
 * Which thing on a platform is meant, and whose it is.
 *
 * <p>Promises: what was made for one object is never taken for another's. Never: names as proof of
 * ownership.
 */
@NullMarked
package dev.butlerlabs.butler.providers.spi.identity;

import org.jspecify.annotations.NullMarked;
