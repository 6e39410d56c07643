/** The stand-in for Harvester, and what it refuses. */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.harvester;

import org.jspecify.annotations.NullMarked;
