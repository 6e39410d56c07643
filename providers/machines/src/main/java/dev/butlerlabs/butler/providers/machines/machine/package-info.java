/**
 * MachineRequests: from an order to a machine that runs, and back to nothing.
 *
 * <p>Promises: the finalizer stands before the first call that changes a platform, and goes after
 * the machine; each step starts from what is stored, not from what a cache has. Never: a machine
 * removed because it was slow.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines.machine;

import org.jspecify.annotations.NullMarked;
