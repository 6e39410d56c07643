/** Tests of this package. */
@NullMarked
package dev.butlerlabs.butler.providers.machines.image.plan;

import org.jspecify.annotations.NullMarked;
