/**
 * ImageSyncs: a machine image of the factory, brought to one platform and removed again.
 *
 * <p>Promises: an image that was removed on the platform is brought again. Never: somebody else's
 * image of the same name.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines.image;

import org.jspecify.annotations.NullMarked;
