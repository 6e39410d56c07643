/**
 * Pods as processes of this machine: each container in a file system, process and user namespace of
 * its own, its volumes as files, its probes asked, started again when it ends.
 *
 * <p>Promises: one pod's events are handled one after the other; a process is written down before
 * anyone relies on it and ends with this JVM; time comes from a {@code Timeline}. Never: calls to
 * the API server other than through what is handed in.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.run;

import org.jspecify.annotations.NullMarked;
