/**
 * Machine images, brought to a platform once.
 *
 * <p>Promises: as for machines; where an order names a checksum, a finished image has been checked
 * against it, and a platform that cannot check refuses the order. Never: an image that clusters
 * share is changed in place.
 */
@NullMarked
package dev.butlerlabs.butler.providers.spi.image;

import org.jspecify.annotations.NullMarked;
