/**
 * What a pod asks of the process node, and what it is told: pure functions from a pod's JSON to a
 * launch, and from what was seen of its processes to its status.
 *
 * <p>Promises: a field that is not understood is refused by name, never passed over; the same pod
 * gives the same launch. Never: files, processes, clocks.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.plan;

import org.jspecify.annotations.NullMarked;
