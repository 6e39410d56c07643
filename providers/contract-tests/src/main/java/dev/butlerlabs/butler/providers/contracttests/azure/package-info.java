/** The driver for Azure on a stand-in for Azure. */
@NullMarked
package dev.butlerlabs.butler.providers.contracttests.azure;

import org.jspecify.annotations.NullMarked;
