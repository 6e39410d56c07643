/** What the driver for Harvester decides without a platform. */
@NullMarked
package dev.butlerlabs.butler.providers.harvester.machines;

import org.jspecify.annotations.NullMarked;
