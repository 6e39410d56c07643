/** The driver for Harvester on a stand-in for Harvester. */
@NullMarked
package dev.butlerlabs.butler.providers.contracttests.harvester;

import org.jspecify.annotations.NullMarked;
