/** The stand-in for Azure, broken on purpose. */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.azure;

import org.jspecify.annotations.NullMarked;
