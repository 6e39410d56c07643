/**
 * Child processes that are kept running and taken down in order.
 *
 * <p>Promises: a dead child is started again, later each time it fails to get ready; children end
 * with the supervisor, also when that is killed; only processes we started are ever signalled.
 * Never: knowledge of what the children do.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.plane.supervise;

import org.jspecify.annotations.NullMarked;
