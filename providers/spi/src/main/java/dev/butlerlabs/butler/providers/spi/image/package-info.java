/**
 * Machine images, brought to a platform once.
 *
 * <p>Promises: as for machines; a finished image has been checked against its checksum. Never: an
 * image that clusters share is changed in place.
 */
@NullMarked
package dev.butlerlabs.butler.providers.spi.image;

import org.jspecify.annotations.NullMarked;
