/** Machines and accounts on a real API server, with a small platform that runs in memory. */
@NullMarked
package dev.butlerlabs.butler.providers.machines;

import org.jspecify.annotations.NullMarked;
