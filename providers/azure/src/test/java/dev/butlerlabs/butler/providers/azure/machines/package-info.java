/** Parts of the driver for Azure that need no platform. */
@NullMarked
package dev.butlerlabs.butler.providers.azure.machines;

import org.jspecify.annotations.NullMarked;
